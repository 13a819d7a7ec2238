export type { StoryRows } from './read-story.ts';
export { readStoryRows, toStory } from './read-story.ts';
export type { Subject } from './story-rows.queries.ts';
export { readEntrySubject, readSubject } from './story-rows.queries.ts';
