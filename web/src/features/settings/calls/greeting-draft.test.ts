import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, test } from 'vitest'
import { draftOf, emptyDraft, greetingFrom, isOther, isSilent, nothingSaved, playing } from './greeting-draft.ts'

const voice = { id: '0190', kind: 'audio', name: 'hello.wav' } as MediaItem
const words = { ...nothingSaved, words: 'Leave a message.' }
const same = { closed: null, holiday: null }
const both = { kind: 'recording', words: 'Leave a message.', file: voice } as const

describe('a greeting in its form', () => {
  test('begins as what is saved, and is then no change', () => {
    expect(draftOf(words).open.kind).toBe('words')
    expect(draftOf({ ...nothingSaved, file: voice }).open.kind).toBe('recording')
    expect(isOther(draftOf(words), words)).toBe(false)
    const spaced = { ...draftOf(words), open: { ...draftOf(words).open, words: ' Leave a message. ' } }
    expect(isOther(spaced, words)).toBe(false)
  })

  test('saves the way that is chosen and nothing of the other', () => {
    expect(greetingFrom({ open: both, ...same })).toEqual({ words: '', fileId: voice.id, closed: null, holiday: null })
    expect(
      greetingFrom({ open: { ...both, kind: 'words' }, closed: both, holiday: { ...both, kind: 'words' } }),
    ).toEqual({
      words: 'Leave a message.',
      fileId: null,
      closed: { words: '', fileId: voice.id },
      holiday: { words: 'Leave a message.', fileId: null },
    })
    expect(isOther({ open: both, ...same }, words)).toBe(true)
    expect(isOther({ open: { ...both, file: null }, ...same }, words)).toBe(false)
  })

  test.each(['closed', 'holiday'] as const)('one for %s is a change when it comes, is another, and goes', (hour) => {
    const late = { ...words, [hour]: { words: 'We open at eight.', file: null } }
    expect(isOther(draftOf(late), late)).toBe(false)
    expect(isOther(draftOf(late), words)).toBe(true)
    expect(isOther(draftOf(words), late)).toBe(true)
    expect(isOther({ ...draftOf(late), [hour]: emptyDraft }, late)).toBe(true)
    expect(isOther({ ...draftOf(late), [hour]: { ...both, file: null } }, late)).toBe(false)
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

  test('is silent without a word or a sound of the chosen way', () => {
    expect(isSilent({ kind: 'recording', words: 'Hello', file: null })).toBe(true)
    expect(isSilent({ kind: 'words', words: '  ', file: voice })).toBe(true)
    expect(isSilent(emptyDraft)).toBe(true)
    expect(isSilent(draftOf(words).open)).toBe(false)
  })
})
