import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { buildAttachments } from './attachments.ts'
import type { UploadAsked } from './upload.ts'

function stored(name: string): MediaItem {
  return {
    id: `id-${name}`,
    kind: 'document',
    name,
    mime: 'application/pdf',
    bytes: 3,
    width: null,
    height: null,
    state: 'ready',
    url: null,
    thumbUrl: null,
  }
}

const file = (name: string) => new File(['abc'], name, { type: 'application/pdf' })

/** Uploads that end when the test says so. */
function desk() {
  const under: { asked: UploadAsked; end: (answer: { file: MediaItem } | { code: string; words: string }) => void }[] =
    []
  const attachments = buildAttachments({
    shrink: (one) => Promise.resolve(one),
    upload(asked) {
      let end: (typeof under)[number]['end'] = () => {}
      const done = new Promise<{ file: MediaItem } | { code: string; words: string }>((resolve) => {
        end = resolve
      })
      under.push({ asked, end })
      return { done, cancel: () => end({ code: 'cancelled', words: '' }) }
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { attachments, under, settle }
}

describe('files beside a message', () => {
  it('travel two at a time, in their order', async () => {
    const { attachments, under, settle } = desk()
    attachments.add('maria', [file('a'), file('b'), file('c')], 't')
    await settle()
    expect(under.map(({ asked }) => asked.name)).toEqual(['a', 'b'])
    under[0]?.end({ file: stored('a') })
    await settle()
    expect(under.map(({ asked }) => asked.name)).toEqual(['a', 'b', 'c'])
    expect(attachments.list('maria').map(({ state }) => state)).toEqual(['ready', 'uploading', 'uploading'])
  })
  it('are ten at most, and it is told how many did not fit', () => {
    const { attachments } = desk()
    const many = Array.from({ length: 12 }, (_, at) => file(String(at)))
    expect(attachments.add('maria', many, 't')).toBe(2)
    expect(attachments.list('maria')).toHaveLength(10)
  })
  it('say why they were refused, and go again on a word', async () => {
    const { attachments, under, settle } = desk()
    attachments.add('maria', [file('a')], 't')
    await settle()
    under[0]?.end({ code: 'file_refused', words: '' })
    await settle()
    const [one] = attachments.list('maria')
    expect(one).toMatchObject({ state: 'refused', problem: 'file_refused' })
    attachments.retry('maria', one?.key ?? '')
    await settle()
    under[1]?.end({ file: stored('a') })
    await settle()
    expect(attachments.list('maria')[0]).toMatchObject({ state: 'ready', problem: '', file: { id: 'id-a' } })
  })
  it('that were removed on the way stay away', async () => {
    const { attachments, under, settle } = desk()
    attachments.add('maria', [file('a')], 't')
    await settle()
    attachments.remove('maria', attachments.list('maria')[0]?.key ?? '')
    under[0]?.end({ file: stored('a') })
    await settle()
    expect(attachments.list('maria')).toEqual([])
  })
  it('of one message never show beside another', () => {
    const { attachments } = desk()
    attachments.add('maria', [file('a')], 't')
    expect(attachments.list('sam')).toEqual([])
  })
  it('of an earlier message that cannot be read any more say so, and the others go on', async () => {
    const { attachments, under, settle } = desk()
    attachments.addAgain('maria', [stored('old')], 't')
    attachments.add('maria', [file('new')], 't')
    await settle()
    expect(attachments.list('maria')[0]).toMatchObject({ state: 'refused', problem: 'offline' })
    expect(under.map(({ asked }) => asked.name)).toEqual(['new'])
  })
  it('come back with the words when a text is undone, each once', () => {
    const { attachments } = desk()
    attachments.putBack('maria', [stored('a')])
    attachments.putBack('maria', [stored('a'), stored('b')])
    expect(attachments.list('maria').map(({ file: kept }) => kept?.id)).toEqual(['id-a', 'id-b'])
  })
})
