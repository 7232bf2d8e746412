//! Which frames are a framework's, not the application's.

use crate::redact::words::Beginnings;

/// How the names of functions in frameworks and standard libraries begin.
static PREFIXES: Beginnings = Beginnings::new(&[
    // Java, Kotlin, Scala, Android
    b"java.",
    b"javax.",
    b"jakarta.",
    b"jdk.",
    b"sun.",
    b"com.sun.",
    b"org.springframework.",
    b"org.apache.",
    b"org.eclipse.",
    b"org.mortbay.",
    b"org.jboss.",
    b"org.wildfly.",
    b"org.hibernate.",
    b"org.postgresql.",
    b"org.junit.",
    b"org.mockito.",
    b"org.slf4j.",
    b"org.glassfish.",
    b"org.jetbrains.",
    b"org.aspectj.",
    b"org.quartz.",
    b"org.elasticsearch.",
    b"io.netty.",
    b"io.undertow.",
    b"io.grpc.",
    b"io.micrometer.",
    b"io.opentelemetry.",
    b"io.vertx.",
    b"io.quarkus.",
    b"io.micronaut.",
    b"io.lettuce.",
    b"io.reactivex.",
    b"io.ktor.",
    b"reactor.",
    b"rx.",
    b"kotlin.",
    b"kotlinx.",
    b"scala.",
    b"akka.",
    b"play.",
    b"groovy.",
    b"org.codehaus.",
    b"com.typesafe.",
    b"cats.",
    b"zio.",
    b"slick.",
    b"clojure.",
    b"com.mysql.",
    b"com.zaxxer.",
    b"com.fasterxml.",
    b"com.google.common.",
    b"com.google.inject.",
    b"com.google.gson.",
    b"com.netflix.",
    b"com.mongodb.",
    b"com.rabbitmq.",
    b"com.amazonaws.",
    b"software.amazon.",
    b"com.alibaba.druid.",
    b"com.alibaba.dubbo.",
    b"com.baomidou.",
    b"org.mybatis.",
    b"feign.",
    b"okhttp3.",
    b"okio.",
    b"retrofit2.",
    b"redis.clients.",
    b"oracle.",
    b"net.sf.",
    b"net.bytebuddy.",
    b"ch.qos.",
    b"android.",
    b"androidx.",
    b"dalvik.",
    b"com.android.",
    b"junit.",
    b"brave.",
    b"graphql.",
    b"freemarker.",
    b"ognl.",
    // .NET
    b"System.",
    b"Microsoft.",
    b"lambda_method",
    b"Npgsql.",
    b"MySql.",
    b"MySqlConnector.",
    b"Newtonsoft.",
    b"Dapper.",
    b"Grpc.",
    b"Polly.",
    b"MassTransit.",
    b"MediatR.",
    b"Serilog.",
    b"NLog.",
    b"Castle.",
    b"Autofac.",
    b"Swashbuckle.",
    b"StackExchange.",
    b"Hangfire.",
    b"Quartz.",
    b"FluentValidation.",
    b"AutoMapper.",
    b"xunit.",
    b"Xunit.",
    b"NUnit.",
    b"Mono.",
    // Go
    b"runtime.",
    b"runtime/",
    b"panic(",
    b"net/",
    b"testing.",
    b"sync.",
    b"reflect.",
    b"database/sql.",
    b"encoding/",
    b"os.",
    b"os/",
    b"bufio.",
    b"bytes.",
    b"context.",
    b"crypto/",
    b"syscall.",
    b"time.",
    b"internal/",
    b"google.golang.org/",
    b"golang.org/x/",
    b"k8s.io/",
    b"sigs.k8s.io/",
    b"go.uber.org/",
    b"github.com/gin-gonic/",
    b"github.com/labstack/echo",
    b"github.com/gorilla/",
    b"gorm.io/",
    // Rust
    b"rust_begin_unwind",
    b"core::",
    b"std::",
    b"alloc::",
    b"<core::",
    b"<std::",
    b"<alloc::",
    b"__rust",
    b"_rust",
    b"tokio::",
    b"<tokio::",
    b"hyper::",
    b"<hyper::",
    b"futures",
    b"<futures",
    b"tower::",
    b"<tower",
    b"axum::",
    b"<axum",
    b"actix",
    b"<actix",
    b"tracing::",
    b"rayon",
    b"backtrace::",
    b"anyhow::",
    b"eyre::",
    b"color_eyre::",
    b"log::",
    b"serde",
    b"sqlx",
    b"diesel",
    b"reqwest",
    b"rocket",
    b"warp::",
    b"__libc",
    b"_start",
    b"start_thread",
    b"clone",
    b"__clone",
    // JavaScript, PHP
    b"node:",
    b"node_modules/",
    b"internal/",
    b"[internal function]",
    b"{main}",
    b"vendor/",
    // Dart
    b"_startIsolate",
    b"_RawReceivePortImpl",
    b"_rootRun",
    b"_CustomZone",
    b"_microtask",
]);

/// What the paths of frameworks and standard libraries hold. All begin with one of [`BORDERS`].
#[rustfmt::skip]
static PATHS: Beginnings = Beginnings::new(&[
    b"/node_modules/", b"(node:", b"(internal/", b"<anonymous>)", b"(native)", b"(index ", b"/site-packages/", b"/dist-packages/",
    b"/lib/python", b"/python27_lib/", b"<frozen ", b"/gems/", b"/usr/local/go/src/", b"/go/src/", b"/go/pkg/mod/",
    b"/libexec/src/", b"/vendor/", b"/rustc/", b"/.cargo/registry", b"(dart:", b"(package:flutter/", b"<internal:",
    b"/lib/ruby/", b"/crystal/src/", b"/perl5/", b"/share/perl/", b"/lib/perl/", b"/share/lua/", b"/lualib/", b"/.julia/packages/", b"<No file>",
    b"/react-dom", b"/react.production", b"/react.development", b"/vue.", b"/jquery", b"/angular.", b"/zone.js", b"/zone-",
    b"/vendor.", b"/vendors", b"/chunk-vendors", b"/polyfills", b"/lodash", b"/framework-", b"/axios", b"/rxjs", b"/core-js",
    b"\\WindowsPowerShell\\", b"\\PowerShell\\", b"/powershell/", b"\\site-packages\\", b"\\node_modules\\", b"\\vendor\\",
    b"\\gems\\", b"\\Python3", b"\\lib\\ruby\\", b"/webpack/bootstrap", b"(Native Method)", b"$$Lambda", b"$$FastClass", b"$$EnhancerBy",
]);

/// Packages of Go's that are the top of a Java package's name too.
const GO_PACKAGES: &[&[u8]] = &[b"io.", b"net."];

/// Whether a function of such a package is called: `io.ReadAll`, unlike `io.acme.Job.run`.
fn is_go_package(frame: &[u8]) -> bool {
    GO_PACKAGES.iter().filter_map(|package| frame.strip_prefix(*package)).any(|call| {
        let name = call.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let is_exported = !call.first().is_some_and(u8::is_ascii_lowercase);
        is_exported
            || call.get(name) != Some(&b'.')
            || call.get(name..).is_some_and(|rest| rest.starts_with(b".func"))
    })
}

const BORDERS: &[u8] = b"/(<$\\";

/// Bytes of a frame that are looked at.
const FRAME_BYTES: usize = 512;

/// Whether the frame, without its indentation and its `at`, is a framework's.
pub(super) fn is_framework(frame: &[u8]) -> bool {
    let frame = frame.get(..FRAME_BYTES).unwrap_or(frame);
    // `java.base/java.lang.Thread`, `app//com.acme.Main`: the module or class loader stands before.
    let name_end = frame.iter().position(|&byte| matches!(byte, b'(' | b' ')).unwrap_or(frame.len());
    let name = frame.get(..name_end).unwrap_or(frame);
    let module = name.iter().rposition(|&byte| byte == b'/').filter(|_| !name.starts_with(b"/"));
    let bare = module.and_then(|slash| frame.get(slash + 1..));
    let begins = |frame: &[u8]| PREFIXES.begin(frame) || is_go_package(frame);
    begins(frame) || bare.is_some_and(begins) || is_library(frame)
}

/// Whether the path lies in a framework or a standard library.
pub(super) fn is_library(path: &[u8]) -> bool {
    let path = path.get(..FRAME_BYTES).unwrap_or(path);
    let mut borders = path.iter().enumerate().filter(|(_, byte)| BORDERS.contains(byte));
    borders.any(|(at, _)| path.get(at..).is_some_and(|rest| PATHS.begin(rest)))
}
