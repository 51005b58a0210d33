//! The order in which the original leaves what it sorts: that of equal ones depends on its library's algorithm, and
//! decisions depend on that.

/// Sorts by a quick sort that ends in insertion sorts of 16 and fewer, as Hexkit's library does.
///
/// `less` says whether one comes before another. Where many sorts in a row would make a quick sort slow, the library goes
/// on with a heap; here equal ones then stay in their order, which nothing that occurs shows.
pub(super) fn sort<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let depth = 2 * (usize::BITS - items.len().leading_zeros()) as usize;
    part(items, depth, less);
}

fn part<T>(mut items: &mut [T], mut depth: usize, less: &impl Fn(&T, &T) -> bool) {
    while items.len() > 16 {
        if depth == 0 {
            return insert(items, less);
        }
        depth -= 1;
        let at = split(items, less);
        let (before, after) = items.split_at_mut(at);
        part(&mut after[1..], depth, less);
        items = before;
    }
    if items.len() == 3 {
        order(items, 0, 1, less);
        order(items, 0, 2, less);
        order(items, 1, 2, less);
    } else {
        insert(items, less);
    }
}

fn insert<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Exchanges two that are in the wrong order.
fn order<T>(items: &mut [T], one: usize, other: usize, less: &impl Fn(&T, &T) -> bool) {
    if less(&items[other], &items[one]) {
        items.swap(one, other);
    }
}

/// Puts those that are less than the median of three before it and the others behind; where it comes to stand.
fn split<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) -> usize {
    let last = items.len() - 1;
    let middle = last / 2;
    order(items, 0, middle, less);
    order(items, 0, last, less);
    order(items, middle, last, less);
    let pivot = last - 1;
    items.swap(middle, pivot);
    let (mut left, mut right) = (0, pivot);
    while left < right {
        left += 1;
        while less(&items[left], &items[pivot]) {
            left += 1;
        }
        right -= 1;
        while less(&items[pivot], &items[right]) {
            right -= 1;
        }
        if left >= right {
            break;
        }
        items.swap(left, right);
    }
    items.swap(left, pivot);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_order_and_the_length_everything_is_sorted() {
        for length in 0..200_usize {
            let mut items: Vec<usize> = (0..length).map(|at| at * 7919 % 31).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            sort(&mut items, &|a, b| a < b);
            assert_eq!(items, expected);
        }
    }
}
