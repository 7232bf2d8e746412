# Convenience only: each recipe is one command that works without `just`.

# the main job on built-in samples
demo:
    cargo run -- demo

# everything that CI tests
test:
    cargo test --workspace

# formatting, lints, licences
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- --deny warnings
    cargo deny check

# the projector natively and in the sandbox, side by side
bench *ARGS:
    cargo bench -p gobo-tests {{ARGS}}

# the redactor beside two others on the log files of a folder; with `clean`, the lines that must stay and do not
bench-peers FOLDER *ARGS:
    GOBO_BENCH_LINES="{{absolute_path(FOLDER)}}" cargo bench --manifest-path tests/peers/Cargo.toml -- {{ARGS}}

# the guest by the other two ways, both with unused WASI imports
guest:
    cargo component build -p gobo-projector --release
    cargo build -p gobo-projector --release --target wasm32-wasip2
