import { createForm, deleteForm, publishForm, setFormState, changeForm, type Form } from '@crewline/contract/forms'
import { editOrganization } from '@crewline/contract/organizations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const contentOf = (label: string) => ({
  name: 'Shift swap',
  title: { en: 'Swap a shift', es: 'Cambia un turno' },
  languages: ['en' as const, 'es' as const],
  questions: [{ id: 'q1', type: 'short_text' as const, label: { en: label, es: '¿Qué turno?' }, required: true }],
})

async function publish(label = 'Which shift?', changes: object = {}): Promise<Form & { path: string }> {
  const ann = t.as(t.acme.ann)
  const { id } = (await ann.call(createForm, { body: { ...contentOf(label), ...changes } })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  return { ...form, path: new URL(form.link).pathname }
}

async function publishAgain(form: Form, label: string): Promise<void> {
  const ann = t.as(t.acme.ann)
  const { id, version } = form
  await ann.call(changeForm, { params: { id }, body: { ...contentOf(label), version } })
  await ann.call(publishForm, { params: { id }, body: { version: version + 1 } })
}

async function open(path: string, headers: Record<string, string> = {}, address = t.process.address) {
  const answer = await fetch(address + path, { headers })
  return { http: answer.status, html: await answer.text(), headers: answer.headers }
}

const nonceIn = (html: string) => /name="n" value="([^"]+)"/.exec(html)?.[1]

/** Sends the only page of a form, as a page of `version` would. */
async function send(path: string, version: number, address = t.process.address) {
  const body = new URLSearchParams({ version: String(version), 'a.q1': 'Monday' })
  const answer = await fetch(address + path, { method: 'POST', body })
  return { http: answer.status, html: await answer.text(), stored: answer.headers.get('crewline-answers') }
}

describe('the first page of a form, which is remembered', () => {
  test('names a submission of its own for each reader, compressed or not', async () => {
    const { path } = await publish()
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => open(path, { 'accept-encoding': nth % 2 === 0 ? 'gzip' : 'identity' })),
    )
    const nonces = pages.map(({ html }) => nonceIn(html))
    expect(new Set(nonces).size).toBe(8)
    for (const nonce of nonces)
      expect(nonce).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const texts = pages.map(({ html }, nth) => html.replaceAll(nonces[nth] ?? '?', ''))
    expect(new Set(texts).size).toBe(1)
    expect(pages[0]?.headers.get('content-encoding')).toBe('gzip')
    expect(pages[0]?.headers.get('cache-control')).toBe('no-store')
    expect(pages[0]?.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('carries the mark of its reader on a personal link, and never on the public one', async () => {
    const { path } = await publish()
    const { kernel } = t.process
    const markOf = async (phone: string) => {
      const { id } = await makeContact(kernel, t.acme.id, 'Rex', phone)
      const until = new Date(kernel.world.now().getTime() + 86_400_000)
      return personalMark(kernel, { orgId: t.acme.id, path, contactId: id, until })
    }
    const [one, two] = [await markOf('+14155581901'), await markOf('+14155581902')]
    const first = await open(`${path}?p=${one}`)
    const second = await open(`${path}?p=${two}`)
    expect(first.html).toContain(`name="p" value="${one}"`)
    expect(first.html).toContain(`lang=es&#38;p=${one}`)
    expect(first.html).not.toContain(two)
    expect(second.html).toContain(`name="p" value="${two}"`)
    expect(second.html).not.toContain(one)
    expect((await open(path)).html).not.toContain('name="p"')
  })

  test('shows a publication, the name of the organization, and its end at once', async () => {
    const ann = t.as(t.acme.ann)
    const form = await publish('Which shift?')
    expect((await open(form.path)).html).toContain('Which shift?')
    await publishAgain(form, 'Which gate?')
    expect((await open(form.path)).html).toContain('Which gate?')
    await ann.call(editOrganization, { body: { name: 'Acme Works' } })
    expect((await open(form.path)).html).toContain('Acme Works')
    const { id } = form
    await ann.call(setFormState, { params: { id }, body: { to: 'closed' } })
    expect((await open(form.path)).http).toBe(410)
    await ann.call(setFormState, { params: { id }, body: { to: 'open' } })
    expect((await open(form.path)).http).toBe(200)
    await ann.call(deleteForm, { params: { id } })
    expect((await open(form.path)).http).toBe(404)
  })

  test('ends with the last response that the form takes', async () => {
    const { path } = await publish('Which shift?', { maxResponses: 1 })
    expect((await open(path)).http).toBe(200)
    expect((await send(path, 1)).stored).toBe('stored')
    expect((await open(path)).http).toBe(410)
  })

  test('is forgotten in every process, and takes a page that is newer than what it remembers', async () => {
    const other = await t.another('web')
    // For this process no time passes, so only the change can end what it remembers.
    Object.assign(other.kernel.world, { monotonicMs: () => 0 })
    const form = await publish('First question')
    expect((await open(form.path, {}, other.address)).html).toContain('First question')
    await publishAgain(form, 'Second question')
    const sent = await send(form.path, form.version + 1, other.address)
    expect(sent.stored).toBe('stored')
    await t.until(async () => (await open(form.path, {}, other.address)).html.includes('Second question'))
  })
})
