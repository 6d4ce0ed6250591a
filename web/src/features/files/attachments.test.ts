import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { buildAttachments } from './attachments.ts'
import type { FileUploadOptions } from './upload.ts'

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

/** Uploads that end when the test ends them. */
function desk() {
  const under: {
    options: FileUploadOptions
    end: (answer: { file: MediaItem } | { code: string; message: string }) => void
  }[] = []
  const attachments = buildAttachments({
    shrink: (original) => Promise.resolve(original),
    upload(options) {
      let end: (typeof under)[number]['end'] = () => {}
      const done = new Promise<{ file: MediaItem } | { code: string; message: string }>((resolve) => {
        end = resolve
      })
      under.push({ options, end })
      return { done, cancel: () => end({ code: 'cancelled', message: '' }) }
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { attachments, under, settle }
}

describe('attachments of a draft', () => {
  it('upload two at a time, in order', async () => {
    const { attachments, under, settle } = desk()
    attachments.add('maria', [file('a'), file('b'), file('c')], 't')
    await settle()
    expect(under.map(({ options }) => options.name)).toEqual(['a', 'b'])
    under[0]?.end({ file: stored('a') })
    await settle()
    expect(under.map(({ options }) => options.name)).toEqual(['a', 'b', 'c'])
    expect(attachments.list('maria').map(({ state }) => state)).toEqual(['ready', 'uploading', 'uploading'])
  })
  it('are limited to ten, and the number that did not fit is returned', () => {
    const { attachments } = desk()
    const manyFiles = Array.from({ length: 12 }, (_, at) => file(String(at)))
    expect(attachments.add('maria', manyFiles, 't')).toBe(2)
    expect(attachments.list('maria')).toHaveLength(10)
  })
  it('show why they were rejected, and can be retried', async () => {
    const { attachments, under, settle } = desk()
    attachments.add('maria', [file('a')], 't')
    await settle()
    under[0]?.end({ code: 'file_refused', message: '' })
    await settle()
    const [attachment] = attachments.list('maria')
    expect(attachment).toMatchObject({ state: 'refused', problem: 'file_refused' })
    attachments.retry('maria', attachment?.key ?? '')
    await settle()
    under[1]?.end({ file: stored('a') })
    await settle()
    expect(attachments.list('maria')[0]).toMatchObject({ state: 'ready', problem: '', file: { id: 'id-a' } })
  })
  it('stay removed when removed during the upload', async () => {
    const { attachments, under, settle } = desk()
    attachments.add('maria', [file('a')], 't')
    await settle()
    attachments.remove('maria', attachments.list('maria')[0]?.key ?? '')
    under[0]?.end({ file: stored('a') })
    await settle()
    expect(attachments.list('maria')).toEqual([])
  })
  it('of one draft never show in another', () => {
    const { attachments } = desk()
    attachments.add('maria', [file('a')], 't')
    expect(attachments.list('sam')).toEqual([])
  })
  it('from an earlier message that cannot be loaded show an error, and the others continue', async () => {
    const { attachments, under, settle } = desk()
    attachments.addAgain('maria', [stored('old')], 't')
    attachments.add('maria', [file('new')], 't')
    await settle()
    expect(attachments.list('maria')[0]).toMatchObject({ state: 'refused', problem: 'offline' })
    expect(under.map(({ options }) => options.name)).toEqual(['new'])
  })
  it('are restored once each when a send is undone', () => {
    const { attachments } = desk()
    attachments.putBack('maria', [stored('a')])
    attachments.putBack('maria', [stored('a'), stored('b')])
    expect(attachments.list('maria').map(({ file: storedFile }) => storedFile?.id)).toEqual(['id-a', 'id-b'])
  })
})
