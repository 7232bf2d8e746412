//! Payment and shipping services.

use super::{Alphabet, Issuer, issuer};

pub(super) const ISSUERS: &[Issuer] = &[
    issuer!("stripe-secret-key", "https://docs.stripe.com/keys", "STRIPE_KEY", ["sk_l", "ive_"], Alnum, at_least 16, "k2THVYeXfcpgKQ94", "k2THVYeX"),
    issuer!("stripe-test-secret-key", "https://docs.stripe.com/keys", "STRIPE_KEY", ["sk_t", "est_"], Alnum, at_least 16, "k2THVYeXfcpgKQ94", "k2THVYeX"),
    issuer!("stripe-restricted-key", "https://docs.stripe.com/keys", "STRIPE_KEY", ["rk_l", "ive_"], Alnum, at_least 16, "k2THVYeXfcpgKQ94", "k2THVYeX"),
    issuer!("stripe-test-restricted-key", "https://docs.stripe.com/keys", "STRIPE_KEY", ["rk_t", "est_"], Alnum, at_least 16, "k2THVYeXfcpgKQ94", "k2THVYeX"),
    issuer!("stripe-webhook-secret", "https://docs.stripe.com/webhooks/signature", "STRIPE_WEBHOOK_SECRET", ["whs", "ec_"], Base64, at_least 24, "k2THVYeXfcpgKQ94LNa7mW83", "k2THVYeXfcpg"),
    issuer!("square-access-token", "https://developer.squareup.com/docs/build-basics/access-tokens", "SQUARE_TOKEN", ["sq0", "atp-"], AlnumDash, at_least 22, "k2THVYeXfcpgKQ94LNa7mW", "k2THVYeXfcp"),
    issuer!("square-oauth-secret", "https://developer.squareup.com/docs/oauth-api/overview", "SQUARE_SECRET", ["sq0", "csp-"], AlnumDash, at_least 43, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94Lg", "k2THVYeXfcpgKQ94LNa7m"),
    issuer!("square-production-token", "https://developer.squareup.com/docs/build-basics/access-tokens", "SQUARE_TOKEN", ["EA", "AAE"], AlnumDash, at_least 55, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsd", "k2THVYeXfcpgKQ94LNa7mW835k2"),
    issuer!("shopify-access-token", "https://shopify.dev/docs/apps/build/authentication-authorization", "SHOPIFY_TOKEN", ["shp", "at_"], Hex, exactly 32, "974608a08ace23e2315fb5fbd9749746", "974608a08ace23e2"),
    issuer!("shopify-custom-app-token", "https://shopify.dev/docs/apps/build/authentication-authorization", "SHOPIFY_TOKEN", ["shp", "ca_"], Hex, exactly 32, "974608a08ace23e2315fb5fbd9749746", "974608a08ace23e2"),
    issuer!("shopify-private-app-password", "https://shopify.dev/docs/apps/build/authentication-authorization", "SHOPIFY_TOKEN", ["shp", "pa_"], Hex, exactly 32, "974608a08ace23e2315fb5fbd9749746", "974608a08ace23e2"),
    issuer!("shopify-shared-secret", "https://shopify.dev/docs/apps/build/authentication-authorization", "SHOPIFY_TOKEN", ["shp", "ss_"], Hex, exactly 32, "974608a08ace23e2315fb5fbd9749746", "974608a08ace23e2"),
    issuer!("plaid-production-token", "https://plaid.com/docs/api/items/", "PLAID_TOKEN", ["access-pr", "oduction-"], AlnumDash, at_least 36, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcV", "k2THVYeXfcpgKQ94LN"),
    issuer!("plaid-sandbox-token", "https://plaid.com/docs/sandbox/", "PLAID_TOKEN", ["access-", "sandbox-"], AlnumDash, at_least 36, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcV", "k2THVYeXfcpgKQ94LN"),
    issuer!("razorpay-live-key", "https://razorpay.com/docs/payments/dashboard/account-settings/api-keys/", "RAZORPAY_KEY", ["rzp_", "live_"], Alnum, at_least 14, "k2THVYeXfcpgKQ", "k2THVYe"),
    issuer!("razorpay-test-key", "https://razorpay.com/docs/payments/dashboard/account-settings/api-keys/", "RAZORPAY_KEY", ["rzp_", "test_"], Alnum, at_least 14, "k2THVYeXfcpgKQ", "k2THVYe"),
    issuer!("flutterwave-secret-key", "https://developer.flutterwave.com/docs/authentication", "FLUTTERWAVE_KEY", ["FLWS", "ECK-"], AlnumDash, at_least 32, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6", "k2THVYeXfcpgKQ94"),
    issuer!("flutterwave-test-key", "https://developer.flutterwave.com/docs/authentication", "FLUTTERWAVE_KEY", ["FLWSEC", "K_TEST-"], AlnumDash, at_least 32, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6", "k2THVYeXfcpgKQ94"),
    issuer!("shippo-live-token", "https://docs.goshippo.com/docs/guides_general/authentication/", "SHIPPO_TOKEN", ["shippo", "_live_"], Hex, exactly 40, "974608a08ace23e2315fb5fbd974974608a08ace", "974608a08ace23e2315f"),
    issuer!("shippo-test-token", "https://docs.goshippo.com/docs/guides_general/authentication/", "SHIPPO_TOKEN", ["shippo", "_test_"], Hex, exactly 40, "974608a08ace23e2315fb5fbd974974608a08ace", "974608a08ace23e2315f"),
    issuer!("easypost-api-key", "https://docs.easypost.com/docs/authentication", "EASYPOST_KEY", ["EZ", "AK"], Alnum, exactly 54, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbs", "k2THVYeXfcpgKQ94LNa7mW835k2"),
    issuer!("easypost-test-key", "https://docs.easypost.com/docs/authentication", "EASYPOST_KEY", ["EZ", "TK"], Alnum, exactly 54, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbs", "k2THVYeXfcpgKQ94LNa7mW835k2"),
    issuer!("duffel-live-token", "https://duffel.com/docs/api/overview/making-requests", "DUFFEL_TOKEN", ["duffel", "_live_"], AlnumDash, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
    issuer!("duffel-test-token", "https://duffel.com/docs/api/overview/making-requests", "DUFFEL_TOKEN", ["duffel", "_test_"], AlnumDash, at_least 40, "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez9", "k2THVYeXfcpgKQ94LNa7"),
];
