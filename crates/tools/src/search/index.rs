//! Finds tools by words: an inverted index, ranked by
//! [BM25](https://en.wikipedia.org/wiki/Okapi_BM25).

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use mcp_runtime::protocol::Tool;
use serde_json::Value;

use super::words::{names, words};

/// How much a word in the name of a tool counts, compared with one in its description.
const NAME: f32 = 3.0;

/// How soon more of the same word stops to matter, and how much long texts are discounted: the usual
/// values.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// The longest query that is read, in bytes.
const LONGEST_QUERY: usize = 2_000;

/// The member of a tool's `_meta` with more words to find it by.
const KEYWORDS: &str = "keywords";

/// An index of tools.
#[derive(Default)]
pub(super) struct Index {
    /// In which tools a word occurs, and how much it counts there.
    occurrences: HashMap<String, Vec<(usize, f32)>>,
    /// How long the texts of each tool are, by what its words count.
    lengths: Vec<f32>,
    average: f32,
    /// The places of the tools by their names in lower case.
    places: HashMap<String, usize>,
    names: Vec<String>,
}

impl Index {
    /// Reads all tools.
    pub(super) fn of<'a>(tools: impl IntoIterator<Item = &'a Tool>) -> Self {
        let mut index = Self::default();
        for tool in tools {
            index.add(tool);
        }
        index.average = index.lengths.iter().sum::<f32>() / index.lengths.len().max(1) as f32;
        index
    }

    fn add(&mut self, tool: &Tool) {
        let place = self.lengths.len();
        let mut length = 0.0;
        let mut read = |text: &str, weight: f32| {
            for word in words(text) {
                length += weight;
                let found = self.occurrences.entry(word).or_default();
                match found.last_mut() {
                    Some((last, count)) if *last == place => *count += weight,
                    _ => found.push((place, weight)),
                }
            }
        };
        read(&tool.name, NAME);
        read(tool.title.as_deref().unwrap_or_default(), 1.0);
        read(tool.description.as_deref().unwrap_or_default(), 1.0);
        for name in arguments(tool) {
            read(name, 1.0);
        }
        for word in keywords(tool) {
            read(word, NAME);
        }
        self.lengths.push(length);
        self.places.insert(tool.name.to_lowercase(), place);
        self.names.push(tool.name.clone());
    }

    /// The names of tools, the best first: those whose names are in the query, then those with its
    /// words.
    pub(super) fn find(&self, query: &str) -> impl Iterator<Item = &str> {
        let ends = (0..=query.len().min(LONGEST_QUERY)).rev();
        let end = ends.into_iter().find(|end| query.is_char_boundary(*end));
        let query = &query[..end.unwrap_or_default()];
        let mut named = Vec::new();
        for place in names(query).filter_map(|name| self.places.get(&name)) {
            if !named.contains(place) {
                named.push(*place);
            }
        }
        let mut ranked = BinaryHeap::from(self.scores(query));
        let is_named = named.clone();
        let ranked = std::iter::from_fn(move || ranked.pop()).map(|scored| scored.place);
        let places = named.into_iter().chain(ranked.filter(move |place| !is_named.contains(place)));
        places.map(|place| &*self.names[place])
    }

    /// What each tool scores that has a word of the query.
    fn scores(&self, query: &str) -> Vec<Scored> {
        let count = self.lengths.len() as f32;
        let mut scores = vec![0.0; self.lengths.len()];
        let asked: HashSet<String> = words(query).collect();
        for found in asked.iter().filter_map(|word| self.occurrences.get(word)) {
            let tools = found.len() as f32;
            let rarity = (1.0 + (count - tools + 0.5) / (tools + 0.5)).ln();
            for &(place, times) in found {
                let length = self.lengths[place] / self.average;
                scores[place] +=
                    rarity * times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length));
            }
        }
        let scored = scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0);
        scored.map(|(place, score)| Scored { score, place }).collect()
    }
}

/// The names of the arguments of a tool.
fn arguments(tool: &Tool) -> impl Iterator<Item = &str> {
    let properties = tool.input_schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(|properties| properties.keys()).map(String::as_str)
}

/// More words that a tool is found by.
fn keywords(tool: &Tool) -> impl Iterator<Item = &str> {
    let words = tool.meta.as_ref().and_then(|meta| meta.get(KEYWORDS)).and_then(Value::as_array);
    words.into_iter().flatten().filter_map(Value::as_str)
}

/// A tool that was found; the greatest is the best, and the first of those that are as good.
struct Scored {
    score: f32,
    place: usize,
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Scored {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Scored {}
