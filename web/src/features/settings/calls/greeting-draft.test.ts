import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, test } from 'vitest'
import { draftOf, greetingFrom, isOther, isSilent } from './greeting-draft.ts'

const voice = { id: '0190', kind: 'audio', name: 'hello.wav' } as MediaItem
const words = { words: 'Leave a message.', file: null }

describe('a greeting in its form', () => {
  test('begins as what is saved, and is then no change', () => {
    expect(draftOf(words).kind).toBe('words')
    expect(draftOf({ words: '', file: voice }).kind).toBe('recording')
    expect(isOther(draftOf(words), words)).toBe(false)
    expect(isOther({ ...draftOf(words), words: ' Leave a message. ' }, words)).toBe(false)
  })

  test('saves the way that is chosen and nothing of the other', () => {
    const both = { kind: 'recording', words: 'Leave a message.', file: voice } as const
    expect(greetingFrom(both)).toEqual({ words: '', fileId: voice.id })
    expect(greetingFrom({ ...both, kind: 'words' })).toEqual({ words: 'Leave a message.', fileId: null })
    expect(isOther(both, words)).toBe(true)
    expect(isOther({ ...both, file: null }, words)).toBe(false)
  })

  test('is silent without a word or a sound of the chosen way', () => {
    expect(isSilent({ kind: 'recording', words: 'Hello', file: null })).toBe(true)
    expect(isSilent({ kind: 'words', words: '  ', file: voice })).toBe(true)
    expect(isSilent(draftOf(words))).toBe(false)
  })
})
