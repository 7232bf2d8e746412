//! Reading a struct from a JSON object only.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A `T` that was written as a JSON object. The derived reader of a struct also takes an array with the values in the
/// fields' order, which no tool means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonObject<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for JsonObject<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = JsonObject<T>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(JsonObject)
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KnowledgeRequest;

    #[test]
    fn an_array_is_not_read_as_an_object() {
        assert!(serde_json::from_str::<KnowledgeRequest>(r#"["x"]"#).is_ok(), "what the derived reader does");
        assert!(serde_json::from_str::<JsonObject<KnowledgeRequest>>(r#"["x"]"#).is_err());
        assert!(serde_json::from_str::<JsonObject<KnowledgeRequest>>(r#"{"query":"x"}"#).is_ok());
    }
}
