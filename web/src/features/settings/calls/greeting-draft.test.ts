import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, test } from 'vitest'
import { draftOf, emptyDraft, greetingFrom, isOther, isSilent } from './greeting-draft.ts'

const voice = { id: '0190', kind: 'audio', name: 'hello.wav' } as MediaItem
const words = { words: 'Leave a message.', file: null, closed: null }
const both = { kind: 'recording', words: 'Leave a message.', file: voice } as const

describe('a greeting in its form', () => {
  test('begins as what is saved, and is then no change', () => {
    expect(draftOf(words).open.kind).toBe('words')
    expect(draftOf({ words: '', file: voice, closed: null }).open.kind).toBe('recording')
    expect(isOther(draftOf(words), words)).toBe(false)
    const spaced = { open: { ...draftOf(words).open, words: ' Leave a message. ' }, closed: null }
    expect(isOther(spaced, words)).toBe(false)
  })

  test('saves the way that is chosen and nothing of the other', () => {
    expect(greetingFrom({ open: both, closed: null })).toEqual({ words: '', fileId: voice.id, closed: null })
    expect(greetingFrom({ open: { ...both, kind: 'words' }, closed: both })).toEqual({
      words: 'Leave a message.',
      fileId: null,
      closed: { words: '', fileId: voice.id },
    })
    expect(isOther({ open: both, closed: null }, words)).toBe(true)
    expect(isOther({ open: { ...both, file: null }, closed: null }, words)).toBe(false)
  })

  test('one for after hours is a change when it comes, when it is another, and when it goes', () => {
    const late = { ...words, closed: { words: 'We open at eight.', file: null } }
    expect(isOther(draftOf(late), late)).toBe(false)
    expect(isOther(draftOf(late), words)).toBe(true)
    expect(isOther(draftOf(words), late)).toBe(true)
    expect(isOther({ ...draftOf(late), closed: emptyDraft }, late)).toBe(true)
    expect(isOther({ ...draftOf(late), closed: { ...both, file: null } }, late)).toBe(false)
  })

  test('is silent without a word or a sound of the chosen way', () => {
    expect(isSilent({ kind: 'recording', words: 'Hello', file: null })).toBe(true)
    expect(isSilent({ kind: 'words', words: '  ', file: voice })).toBe(true)
    expect(isSilent(emptyDraft)).toBe(true)
    expect(isSilent(draftOf(words).open)).toBe(false)
  })
})
