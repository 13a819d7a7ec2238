-- What a person has seen of the changelog, by hashes of its entries' names.
alter table people add column seen_news text[];
comment on column people.seen_news is 'null = they had signed in before news were shown, and have seen none';
