//! Language model services.

use super::{Alphabet, Issuer, issuer};

pub(super) const ISSUERS: &[Issuer] = &[
    issuer!("openai-project-key", "https://platform.openai.com/docs/api-reference/authentication", "OPENAI_KEY", ["sk-p", "roj-"], AlnumDash, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("openai-service-account-key", "https://platform.openai.com/docs/api-reference/authentication", "OPENAI_KEY", ["sk-sv", "cacct-"], AlnumDash, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("openai-admin-key", "https://platform.openai.com/docs/api-reference/admin-api-keys", "OPENAI_KEY", ["sk-a", "dmin-"], AlnumDash, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("anthropic-api-key", "https://docs.anthropic.com/en/api/overview#authentication", "ANTHROPIC_KEY", ["sk-", "ant-"], AlnumDash, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("openrouter-api-key", "https://openrouter.ai/docs/api-reference/authentication", "OPENROUTER_KEY", ["sk-o", "r-v1-"], Hex, at_least 64, "974608a08ace23e2315fb5fbd974974608a08ace23e2315fb5fbd974974608a0", "974608a08ace23e2315fb5fbd9749746"),
    issuer!("openai-legacy-key", "https://platform.openai.com/docs/api-reference/authentication", "OPENAI_KEY", ["s", "k-"], Alnum, at_least 32, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6", "k2THVYeXfcpgKQ94"),
    issuer!("elevenlabs-api-key", "https://elevenlabs.io/docs/api-reference/authentication", "ELEVENLABS_KEY", ["s", "k_"], Hex, exactly 48, "974608a08ace23e2315fb5fbd974974608a08ace23e2315f", "974608a08ace23e2315fb5fb"),
    issuer!("huggingface-token", "https://huggingface.co/docs/hub/security-tokens", "HUGGINGFACE_TOKEN", ["h", "f_"], Alnum, at_least 30, "k2THVYeXfcpgKQ94LNa7mW835k2Tsd", "k2THVYeXfcpgKQ9"),
    issuer!("huggingface-org-token", "https://huggingface.co/docs/hub/security-tokens", "HUGGINGFACE_TOKEN", ["api_", "org_"], Alnum, at_least 30, "k2THVYeXfcpgKQ94LNa7mW835k2Tsd", "k2THVYeXfcpgKQ9"),
    issuer!("replicate-api-token", "https://replicate.com/docs/topics/security/api-tokens", "REPLICATE_TOKEN", ["r", "8_"], Alnum, at_least 37, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVY", "k2THVYeXfcpgKQ94LN"),
    issuer!("groq-api-key", "https://console.groq.com/docs/quickstart", "GROQ_KEY", ["gs", "k_"], Alnum, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("perplexity-api-key", "https://docs.perplexity.ai/getting-started/quickstart", "PERPLEXITY_KEY", ["pp", "lx-"], Alnum, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("xai-api-key", "https://docs.x.ai/docs/tutorial", "XAI_KEY", ["xa", "i-"], Alnum, at_least 60, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsdjk2TH", "k2THVYeXfcpgKQ94LNa7mW835k2Tsd"),
    issuer!("fireworks-api-key", "https://docs.fireworks.ai/getting-started/quickstart", "FIREWORKS_KEY", ["f", "w_"], Alnum, exactly 24, "k2THVYeXfcpgKQ94LNa7mW83", "k2THVYeXfcpg"),
    issuer!("langsmith-personal-key", "https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key", "LANGSMITH_KEY", ["lsv2", "_pt_"], Word, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("langsmith-service-key", "https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key", "LANGSMITH_KEY", ["lsv2", "_sk_"], Word, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("pinecone-api-key", "https://docs.pinecone.io/guides/projects/manage-api-keys", "PINECONE_KEY", ["pc", "sk_"], Word, at_least 50, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a", "k2THVYeXfcpgKQ94LNa7mW835"),
    issuer!("nvidia-api-key", "https://docs.api.nvidia.com/nim/docs/api-quickstart", "NVIDIA_KEY", ["nva", "pi-"], AlnumDash, at_least 60, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsdjk2TH", "k2THVYeXfcpgKQ94LNa7mW835k2Tsd"),
    issuer!("tavily-api-key", "https://docs.tavily.com/documentation/quickstart", "TAVILY_KEY", ["tv", "ly-"], AlnumDash, at_least 28, "k2THVYeXfcpgKQ94LNa7mW835k2T", "k2THVYeXfcpgKQ"),
    issuer!("cerebras-api-key", "https://inference-docs.cerebras.ai/quickstart", "CEREBRAS_KEY", ["cs", "k-"], Lower, at_least 40, "k2thvyexfcpgkq94lna7mw835k2tsdj6xfcvyez9", "k2thvyexfcpgkq94lna7"),
];
