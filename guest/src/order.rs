//! Order by one algorithm: what is sorted here is always a list of numbers, so that the projector holds one sort and not
//! one for each type of item, which would be a tenth of its code.

/// Bits of a place in a list; a key has the others.
const PLACE_BITS: u32 = 32;
/// Bits that a key may have.
pub(crate) const KEY_BITS: u32 = u128::BITS - PLACE_BITS;

/// The items by their keys, each below two to the [`KEY_BITS`]; those of one key stay in their order.
pub(crate) fn sorted<T>(items: Vec<T>, key: impl Fn(&T) -> u128) -> Vec<T> {
    let mut order: Vec<u128> =
        items.iter().zip(0_u128..).map(|(item, place)| key(item) << PLACE_BITS | place).collect();
    if order.is_sorted() {
        return items;
    }
    sort(&mut order);
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    // A projector's memory has no room for more items than a place has bits for.
    let place = |key: u128| usize::try_from(key & u128::from(u32::MAX)).unwrap_or_default();
    order.into_iter().filter_map(|key| items.get_mut(place(key)).and_then(Option::take)).collect()
}

/// Sorts numbers.
#[inline(never)]
pub(crate) fn sort(numbers: &mut [u128]) {
    numbers.sort_unstable();
}

/// A number with two smaller ones behind it, as one to sort by.
pub(crate) fn joined(first: u64, second: usize, third: usize) -> u128 {
    let small = |number: usize| u128::from(u32::try_from(number).unwrap_or(u32::MAX));
    u128::from(first) << 64 | small(second) << 32 | small(third)
}

/// The three numbers again.
#[allow(clippy::cast_possible_truncation, reason = "each is cut out of the whole")]
pub(crate) fn parted(joined: u128) -> (u64, usize, usize) {
    ((joined >> 64) as u64, (joined >> 32) as u32 as usize, joined as u32 as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_key_stay_in_their_order() {
        let items = vec![(3, 'a'), (1, 'b'), (3, 'c'), (0, 'd'), (1, 'e')];
        let letters: String = sorted(items, |(key, _)| *key).into_iter().map(|(_, letter)| letter).collect();
        assert_eq!(letters, "dbeac");
    }

    #[test]
    fn numbers_that_are_joined_keep_their_order_and_can_be_parted() {
        let mut last = 0;
        for first in [0, 1, u64::MAX] {
            for (second, third) in [(0, 0), (0, 1), (1, 0), (7, 4_000_000_000)] {
                let next = joined(first, second, third);
                assert!(next > last || next == 0);
                assert_eq!(parted(next), (first, second, third));
                last = next;
            }
        }
    }
}
