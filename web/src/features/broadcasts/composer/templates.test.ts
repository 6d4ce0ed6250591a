import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { startingContent, templateNames, withTemplate } from './templates.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

it('begins a draft with the text, kind and answers of a template', () => {
  for (const { id } of templateNames) {
    const { name, kind, poll, acknowledgement, message } = startingContent(id, i18n)
    expect(name).not.toBe('')
    expect(message?.body.trim()).not.toBe('')
    expect(poll === null).toBe(kind !== 'poll')
    expect(acknowledgement === null).toBe(kind !== 'acknowledgement')
  }
  expect(startingContent('overtime', i18n).poll?.type).toBe('yes_no')
  expect(startingContent('survey', i18n).poll?.type).toBe('scale')
  expect(startingContent('constructor', i18n)).toEqual({})
})

it('replaces the text of a draft and its translations, and keeps its name and files', () => {
  const before = startingContent('payday', i18n)
  const message = {
    ...before.message!,
    mediaIds: ['0199f1c0-0000-7000-8000-000000000001'],
    variants: [{ language: 'es', body: 'Hola', source: 'author' as const, approved: true }],
  }
  const after = withTemplate({ name: 'March pay', message }, 'overtime', i18n)
  expect(after).toMatchObject({
    name: 'March pay',
    kind: 'poll',
    message: { mediaIds: message.mediaIds, variants: [] },
  })
  expect(withTemplate({ name: ' ', message }, 'overtime', i18n).name).not.toBe(' ')
})
