import { createContext, use } from 'react';
import type { ApiError } from './api.ts';

/** The languages of drivers' pages; all other pages are in English. */
export type Language = 'en' | 'es';

/** A page's language: what it writes instead of the English texts and messages. */
export interface Speech {
  language: Language;
  /** The texts of parts of the page, by their English texts. */
  texts: ReadonlyMap<object, object>;
  /** A message of the contract or the server; one without a translation stays English. */
  translate: (message: string) => string;
  /** Why a call failed. */
  explain: (error: ApiError) => string;
}

export const english: Speech = {
  language: 'en',
  texts: new Map(),
  translate: (message) => message,
  explain: ({ message }) => message,
};

/** The language of the page; English outside of drivers' pages. */
export const SpeechContext = createContext(english);

export const useSpeech = (): Speech => use(SpeechContext);

/** A part's texts in the page's language. */
export const useTexts = <Texts extends object>(inEnglish: Texts): Texts =>
  (useSpeech().texts.get(inEnglish) as Texts | undefined) ?? inEnglish;
