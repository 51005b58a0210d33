//! Graphs of references between records: cycles and topological order, both in linear time.

/// A directed graph. Targets that are not nodes are ignored.
#[derive(Debug)]
pub struct Graph {
    to: Vec<Vec<usize>>,
}

/// Marks a node that was not visited yet.
const UNVISITED: usize = usize::MAX;

impl Graph {
    /// Creates the graph with edges from node `n` to the nodes of `to[n]`.
    pub fn new(mut to: Vec<Vec<usize>>) -> Self {
        let count = to.len();
        to.iter_mut().for_each(|targets| targets.retain(|target| *target < count));
        Self { to }
    }

    /// Returns the strongly connected components, most of which are single nodes. A component follows those it has
    /// edges to.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        // Tarjan's algorithm with an explicit stack: a long chain would overflow the stack of the thread.
        let count = self.to.len();
        let (mut order, mut lowest, mut on_stack) = (vec![UNVISITED; count], vec![0; count], vec![false; count]);
        let (mut stack, mut groups, mut next) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if order[root] != UNVISITED {
                continue;
            }
            let mut open = vec![(root, 0)];
            while let Some((node, edge)) = open.pop() {
                if edge == 0 {
                    (order[node], lowest[node]) = (next, next);
                    next += 1;
                    stack.push(node);
                    on_stack[node] = true;
                }
                if let Some(&target) = self.to[node].get(edge) {
                    open.push((node, edge + 1));
                    if order[target] == UNVISITED {
                        open.push((target, 0));
                    } else if on_stack[target] {
                        lowest[node] = lowest[node].min(order[target]);
                    }
                    continue;
                }
                if lowest[node] == order[node] {
                    let start = stack.iter().rposition(|other| *other == node).unwrap_or_default();
                    let group = stack.split_off(start);
                    group.iter().for_each(|member| on_stack[*member] = false);
                    groups.push(group);
                }
                if let Some((above, _)) = open.last() {
                    lowest[*above] = lowest[*above].min(lowest[node]);
                }
            }
        }
        groups
    }

    /// Returns one cycle of each component that has one, ordered by first node: the shortest from the component's first
    /// node back to it. A cycle lists its nodes from the first on.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut before = vec![UNVISITED; self.to.len()];
        let mut group_of = vec![UNVISITED; self.to.len()];
        let groups = self.groups();
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|node| group_of[*node] = number);
        }
        let mut cycles: Vec<Vec<usize>> = Vec::new();
        for group in &groups {
            let Some(&first) = group.iter().min() else { continue };
            cycles.extend(self.way_back(first, &group_of, &mut before));
        }
        cycles.sort();
        cycles
    }

    /// Returns the shortest path from a node back to itself within its component.
    fn way_back(&self, first: usize, group_of: &[usize], before: &mut [usize]) -> Option<Vec<usize>> {
        let mut waiting = std::collections::VecDeque::from([first]);
        while let Some(node) = waiting.pop_front() {
            for &target in self.to[node].iter().filter(|target| group_of[**target] == group_of[first]) {
                if target == first {
                    let mut way = vec![node];
                    while *way.last()? != first {
                        way.push(before[*way.last()?]);
                    }
                    way.reverse();
                    return Some(way);
                }
                if before[target] == UNVISITED {
                    before[target] = node;
                    waiting.push_back(target);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_leads_to_comes_first() {
        let graph = Graph::new(vec![vec![1, 2], vec![2], vec![], vec![0, 9]]);
        assert_eq!(graph.groups(), [vec![2], vec![1], vec![0], vec![3]]);
        assert_eq!(graph.cycles(), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn each_group_of_nodes_has_its_shortest_cycle() {
        let graph = Graph::new(vec![vec![1], vec![2, 0], vec![0], vec![3], vec![0, 5], vec![4]]);
        assert_eq!(graph.cycles(), [vec![0, 1], vec![3], vec![4, 5]]);
    }

    #[test]
    fn a_ring_and_a_chain_of_a_million_are_followed_to_their_end() {
        const COUNT: usize = 1_000_000;
        let ring = Graph::new((0..COUNT).map(|node| vec![(node + 1) % COUNT]).collect());
        assert_eq!(ring.cycles(), [(0..COUNT).collect::<Vec<_>>()]);
        let chain = Graph::new((0..COUNT).map(|node| vec![node + 1]).collect());
        assert_eq!((chain.groups().len(), chain.cycles().len()), (COUNT, 0));
    }
}
