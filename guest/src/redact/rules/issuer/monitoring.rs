//! Monitoring services.

use super::{Alphabet, Issuer, issuer};

pub(super) const ISSUERS: &[Issuer] = &[
    issuer!("newrelic-user-key", "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/", "NEWRELIC_KEY", ["NR", "AK-"], Upper, at_least 27, "QZ5HVXKVXK4RTJRTJML72L72CQZ", "QZ5HVXKVXK4RT"),
    issuer!("newrelic-insert-key", "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/", "NEWRELIC_KEY", ["NR", "II-"], AlnumDash, at_least 32, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6", "k2THVYeXfcpgKQ94"),
    issuer!("newrelic-browser-key", "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/", "NEWRELIC_KEY", ["NR", "JS-"], Lower, at_least 19, "k2thvyexfcpgkq94lna", "k2thvyexf"),
    issuer!("grafana-service-account-token", "https://grafana.com/docs/grafana/latest/administration/service-accounts/", "GRAFANA_TOKEN", ["gl", "sa_"], Word, at_least 41, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("grafana-cloud-token", "https://grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/access-policies/", "GRAFANA_TOKEN", ["gl", "c_"], Base64, at_least 32, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6", "k2THVYeXfcpgKQ94"),
    issuer!("sentry-org-token", "https://docs.sentry.io/account/auth-tokens/", "SENTRY_TOKEN", ["snt", "rys_"], Base64, at_least 60, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsdjk2TH", "k2THVYeXfcpgKQ94LNa7mW835k2Tsd"),
    issuer!("sentry-user-token", "https://docs.sentry.io/account/auth-tokens/", "SENTRY_TOKEN", ["snt", "ryu_"], Hex, exactly 64, "974608a08ace23e2315fb5fbd974974608a08ace23e2315fb5fbd974974608a0", "974608a08ace23e2315fb5fbd9749746"),
    issuer!("dynatrace-api-token", "https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens", "DYNATRACE_TOKEN", ["dt0", "c01."], AlnumDashDot, at_least 80, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsdjk2THVYeXfcpgKQ94LNa7mW83", "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9"),
    issuer!("dynatrace-platform-token", "https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/platform-tokens", "DYNATRACE_TOKEN", ["dt0", "s16."], AlnumDashDot, at_least 80, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsdjk2THVYeXfcpgKQ94LNa7mW83", "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9"),
    issuer!("honeycomb-ingest-key", "https://docs.honeycomb.io/get-started/configure/environments/manage-api-keys/", "HONEYCOMB_KEY", ["hca", "ik_"], Lower, at_least 50, "k2thvyexfcpgkq94lna7mw835k2tsdj6xfcvyez94lgkqrw83a", "k2thvyexfcpgkq94lna7mw835"),
    issuer!("launchdarkly-sdk-key", "https://launchdarkly.com/docs/sdk/concepts/client-side-server-side", "LAUNCHDARKLY_KEY", ["sd", "k-"], Uuid, exactly 36, "9f3c07b1-e84d-52a6-9f3c-07b1e84d52a6", "9f3c07b1-e84d-52a6"),
    issuer!("launchdarkly-access-token", "https://launchdarkly.com/docs/home/account/api", "LAUNCHDARKLY_KEY", ["ap", "i-"], Uuid, exactly 36, "9f3c07b1-e84d-52a6-9f3c-07b1e84d52a6", "9f3c07b1-e84d-52a6"),
    issuer!("logfire-write-token", "https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/", "LOGFIRE_TOKEN", ["pylf", "_v1_"], Word, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("posthog-personal-key", "https://posthog.com/docs/api/overview", "POSTHOG_KEY", ["ph", "x_"], Alnum, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("axiom-api-token", "https://axiom.co/docs/reference/tokens", "AXIOM_TOKEN", ["xaa", "t-"], Uuid, exactly 36, "3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f", "3f2b8c1e-7a90-4d5e"),
    issuer!("axiom-personal-token", "https://axiom.co/docs/reference/tokens", "AXIOM_TOKEN", ["xap", "t-"], Uuid, exactly 36, "3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f", "3f2b8c1e-7a90-4d5e"),
    issuer!("posthog-flags-key", "https://posthog.com/docs/api", "POSTHOG_KEY", ["ph", "s_"], Alnum, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("statsig-secret-key", "https://docs.statsig.com/access-management/api-keys", "STATSIG_KEY", ["sec", "ret-"], Alnum, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("honeycomb-management-key", "https://docs.honeycomb.io/configure/teams/manage-api-keys/", "HONEYCOMB_KEY", ["hca", "mk_"], Lower, at_least 50, "k2thvyexfcpgkq94lna7mw835k2tsdj6xfcvyez94lgkqrw83a", "k2thvyexfcpgkq94lna7mw835"),
];
