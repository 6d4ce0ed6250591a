import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, test } from 'vitest'
import {
  draftOf,
  emptyDraft,
  greetingFrom,
  hasGreetingChanged,
  isGreetingEmpty,
  nothingSaved,
  playing,
} from './greeting-draft.ts'

const voice = { id: '0190', kind: 'audio', name: 'hello.wav' } as MediaItem
const saved = { ...nothingSaved, words: 'Leave a message.' }
const same = { closed: null, holiday: null }
const both = { kind: 'recording', words: 'Leave a message.', file: voice } as const

describe('a greeting in its form', () => {
  test('starts as saved and without changes', () => {
    expect(draftOf(saved).open.kind).toBe('words')
    expect(draftOf({ ...nothingSaved, file: voice }).open.kind).toBe('recording')
    expect(hasGreetingChanged(draftOf(saved), saved)).toBe(false)
    const spaced = { ...draftOf(saved), open: { ...draftOf(saved).open, words: ' Leave a message. ' } }
    expect(hasGreetingChanged(spaced, saved)).toBe(false)
  })

  test('saves the chosen kind and nothing of the other', () => {
    expect(greetingFrom({ open: both, ...same })).toEqual({ words: '', fileId: voice.id, closed: null, holiday: null })
    expect(
      greetingFrom({ open: { ...both, kind: 'words' }, closed: both, holiday: { ...both, kind: 'words' } }),
    ).toEqual({
      words: 'Leave a message.',
      fileId: null,
      closed: { words: '', fileId: voice.id },
      holiday: { words: 'Leave a message.', fileId: null },
    })
    expect(hasGreetingChanged({ open: both, ...same }, saved)).toBe(true)
    expect(hasGreetingChanged({ open: { ...both, file: null }, ...same }, saved)).toBe(false)
  })

  test.each(['closed', 'holiday'] as const)('one for %s counts as a change when added, edited and removed', (hour) => {
    const late = { ...saved, [hour]: { words: 'We open at eight.', file: null } }
    expect(hasGreetingChanged(draftOf(late), late)).toBe(false)
    expect(hasGreetingChanged(draftOf(late), saved)).toBe(true)
    expect(hasGreetingChanged(draftOf(saved), late)).toBe(true)
    expect(hasGreetingChanged({ ...draftOf(late), [hour]: emptyDraft }, late)).toBe(true)
    expect(hasGreetingChanged({ ...draftOf(late), [hour]: { ...both, file: null } }, late)).toBe(false)
  })

  test.each([
    // [open, holiday, has one for closed, has one for holidays, what plays]
    [true, null, true, true, 'open'],
    [false, null, true, true, 'closed'],
    [false, null, false, true, 'open'],
    [false, 'Plant Day', true, true, 'holiday'],
    [false, 'Plant Day', false, true, 'holiday'],
    [false, 'Plant Day', true, false, 'closed'],
    [false, 'Plant Day', false, false, 'open'],
  ])('open: %s, holiday: %s, with one for closed: %s and for holidays: %s, plays %s', (...row) => {
    const [isOpen, holiday, hasClosed, hasHoliday, hour] = row
    const has = { closed: hasClosed ? both : null, holiday: hasHoliday ? both : null }
    expect(playing({ isOpen, holiday }, has)).toBe(hour)
  })

  test('is silent without a text or a recording of the chosen kind', () => {
    expect(isGreetingEmpty({ kind: 'recording', words: 'Hello', file: null })).toBe(true)
    expect(isGreetingEmpty({ kind: 'words', words: '  ', file: voice })).toBe(true)
    expect(isGreetingEmpty(emptyDraft)).toBe(true)
    expect(isGreetingEmpty(draftOf(saved).open)).toBe(false)
  })
})
