//! Sorts like Hexkit's library: the order of equal items depends on the algorithm, and decisions depend on that order.

/// Sorts by quicksort (introsort), with an insertion sort for 16 or fewer items. Up to 16 items, equal ones keep their
/// order.
///
/// `less` returns whether one item comes before another. After `2 log2 n` partitions the rest is sorted by heapsort.
pub fn sort<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let depth = 2 * (usize::BITS - items.len().leading_zeros()) as usize;
    part(items, depth, less);
}

fn part<T>(mut items: &mut [T], mut depth: usize, less: &impl Fn(&T, &T) -> bool) {
    while items.len() > 16 {
        if depth == 0 {
            return heap(items, less);
        }
        depth -= 1;
        let at = split(items, less);
        let (before, after) = items.split_at_mut(at);
        part(&mut after[1..], depth, less);
        items = before;
    }
    insert(items, less);
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

/// Sorts by heapsort.
fn heap<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let count = items.len();
    for top in (0..count / 2).rev() {
        sink(items, top, less);
    }
    for end in (1..count).rev() {
        items.swap(0, end);
        sink(&mut items[..end], 0, less);
    }
}

/// Sifts an item down a heap.
fn sink<T>(items: &mut [T], mut at: usize, less: &impl Fn(&T, &T) -> bool) {
    while 2 * at + 1 < items.len() {
        let mut below = 2 * at + 1;
        if below + 1 < items.len() && less(&items[below], &items[below + 1]) {
            below += 1;
        }
        if !less(&items[at], &items[below]) {
            return;
        }
        items.swap(at, below);
        at = below;
    }
}

/// Swaps two items that are in the wrong order.
fn order<T>(items: &mut [T], one: usize, other: usize, less: &impl Fn(&T, &T) -> bool) {
    if less(&items[other], &items[one]) {
        items.swap(one, other);
    }
}

/// Partitions the items by the median of three. Returns the position of the pivot.
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

    #[test]
    fn equal_items_keep_their_order_up_to_sixteen() {
        for length in 0..=16_usize {
            for pattern in 0..1_u32 << length.min(10) {
                let mut items: Vec<(u32, usize)> = (0..length).map(|at| (pattern >> (at % 10) & 1, at)).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|item| item.0);
                sort(&mut items, &|a, b| a.0 < b.0);
                assert_eq!(items, expected);
            }
        }
    }

    #[test]
    fn a_heap_leaves_equal_ones_as_it_takes_them_out() {
        // Worked out by hand: the last item comes first, then the one that was sifted down.
        let mut items = [(1, 'a'), (1, 'b'), (1, 'c')];
        heap(&mut items, &|a, b| a.0 < b.0);
        assert_eq!(items.map(|item| item.1), ['b', 'c', 'a']);
        let mut items = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        heap(&mut items, &|a, b| a.0 < b.0);
        assert_eq!(items.map(|item| item.1), ['b', 'd', 'c', 'a']);
    }

    #[test]
    fn what_divides_badly_all_the_time_is_sorted_by_a_heap() {
        use std::cell::RefCell;
        // Assigns values only on comparison, so that the pivot is always the smallest remaining item: the worst case of
        // quicksort.
        struct Adversary {
            values: Vec<Option<u32>>,
            next: u32,
            candidate: usize,
        }
        let count = 2_000;
        let adversary = RefCell::new(Adversary { values: vec![None; count], next: 0, candidate: 0 });
        let compares = std::cell::Cell::new(0_usize);
        let less = |a: &usize, b: &usize| {
            compares.set(compares.get() + 1);
            let adversary = &mut *adversary.borrow_mut();
            if adversary.values[*a].is_none() && adversary.values[*b].is_none() {
                let fixed = if *a == adversary.candidate { *a } else { *b };
                adversary.values[fixed] = Some(adversary.next);
                adversary.next += 1;
            }
            match (adversary.values[*a], adversary.values[*b]) {
                (None, Some(_)) => adversary.candidate = *a,
                (Some(_), None) => adversary.candidate = *b,
                _ => {}
            }
            adversary.values[*a].unwrap_or(u32::MAX) < adversary.values[*b].unwrap_or(u32::MAX)
        };
        let mut items: Vec<usize> = (0..count).collect();
        sort(&mut items, &less);
        let values = adversary.borrow().values.clone();
        let value = |item: &usize| values[*item].unwrap_or(u32::MAX);
        assert!(items.is_sorted_by_key(value));
        // Quicksort alone would need hundreds of thousands of comparisons.
        assert!(compares.get() < 120_000, "{}", compares.get());
    }
}
