import { createHash } from 'node:crypto'
import { createForm, formResponses, publishForm, setFormKiosk, type Form } from '@crewline/contract/forms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const CONTENT = {
  name: 'Shift swap',
  title: { en: 'Swap a shift' },
  questions: [
    { id: 'q1', type: 'short_text' as const, label: { en: 'Which shift?' }, required: true },
    {
      id: 'q2',
      type: 'choices' as const,
      label: { en: 'Which days?' },
      options: [
        { id: 'sat', label: { en: 'Saturday' } },
        { id: 'sun', label: { en: 'Sunday' } },
      ],
    },
  ],
}

async function publish(changes: object = {}): Promise<Form & { path: string }> {
  const ann = t.as(t.acme.ann)
  const { id } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  return { ...form, path: new URL(form.link).pathname }
}

/** Uses half of what strangers at an address may send. */
async function useHalf(address: string): Promise<void> {
  const limit = makeLimit(t.process.kernel, 'form-address', 240, 3600)
  await Promise.all(Array.from({ length: 120 }, () => limit.take(address)))
}

async function post(path: string, address: string, fields: [string, string][]) {
  const answer = await fetch(`${t.process.address}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(fields),
  })
  return { http: answer.status, html: await answer.text(), stored: answer.headers.get('crewline-answers') }
}

/** The hidden fields of the page that asks for work, in their order. */
const fieldsIn = (html: string): [string, string][] =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  ])

function answerTo(challenge: string): string {
  for (let answer = 0; ; answer += 1)
    if (createHash('sha256').update(`${challenge}.${answer}`).digest().readUInt16BE(0) === 0) return String(answer)
}

const worked = (fields: [string, string][], answer?: string): [string, string][] =>
  fields.map(([name, value]) =>
    name === 'answer' ? [name, answer ?? answerTo(fields.find(([one]) => one === 'work')?.[1] ?? '')] : [name, value],
  )

const answersOf = async ({ id }: Form) =>
  (await t.as(t.acme.ann).call(formResponses, { params: { id }, query: {} })).body.data.map(({ answers }) => answers)

describe('near a limit that strangers share, a form', () => {
  test('is taken after work, with everything that was entered, and stored once', async () => {
    const form = await publish()
    const address = '10.61.0.1'
    await useHalf(address)
    const sent: [string, string][] = [
      ['version', '1'],
      ['a.q1', '"Monday" <b>'],
      ['a.q2', 'sat'],
      ['a.q2', 'sun'],
    ]
    const asked = await post(form.path, address, sent)
    expect(asked).toMatchObject({ http: 200, stored: 'later' })
    expect(asked.html).toContain('id="work"')
    expect(await answersOf(form)).toEqual([])
    const fields = worked(fieldsIn(asked.html))
    expect((await post(form.path, address, fields)).stored).toBe('stored')
    // The same work, and the same submission: nothing is stored twice, and work counts once.
    await post(form.path, address, fields)
    expect(await answersOf(form)).toEqual([{ q1: '"Monday" <b>', q2: ['sat', 'sun'] }])
    // From another address the form is taken without.
    expect((await post(form.path, '10.61.0.2', sent)).stored).toBe('stored')
  })

  test('counts all addresses of one subscriber together', async () => {
    const form = await publish()
    await useHalf('2001:db8:61:1::')
    const sent: [string, string][] = [
      ['version', '1'],
      ['a.q1', 'Monday'],
    ]
    const asked = await post(form.path, '2001:db8:61:1:2:3:4:5', sent)
    expect(asked.html).toContain('id="work"')
    expect((await post(form.path, '2001:db8:61:2::5', sent)).stored).toBe('stored')
    // A phone may change its address between the form and its work.
    expect((await post(form.path, '2001:db8:61:1::9', worked(fieldsIn(asked.html)))).stored).toBe('stored')
  })

  test('refuses work that is wrong, and work for another submission', async () => {
    const form = await publish()
    const address = '10.61.0.3'
    await useHalf(address)
    const asked = await post(form.path, address, [
      ['version', '1'],
      ['a.q1', 'Monday'],
    ])
    const fields = fieldsIn(asked.html)
    const done = worked(fields)
    const other = done.map(([name, value]): [string, string] =>
      name === 'n' ? [name, '0ab1c2d3-0000-4000-8000-000000000000'] : [name, value],
    )
    for (const refused of [worked(fields, '1'), worked(fields, 'x'), other]) {
      const answer = await post(form.path, address, refused)
      expect(answer).toMatchObject({ http: 200, stored: 'later' })
      expect(answer.html).toContain('id="work"')
    }
    expect(await answersOf(form)).toEqual([])
    expect((await post(form.path, address, done)).stored).toBe('stored')
  })

  test('says how long a browser without a script waits', async () => {
    const form = await publish()
    const address = '10.61.0.4'
    await useHalf(address)
    const asked = await post(form.path, address, [
      ['version', '1'],
      ['a.q1', 'Monday'],
    ])
    const early = await post(form.path, address, fieldsIn(asked.html))
    expect(early.stored).toBe('later')
    expect(early.html).toContain('role="alert"')
    expect(fieldsIn(early.html).find(([name]) => name === 'work')).toEqual(
      fieldsIn(asked.html).find(([name]) => name === 'work'),
    )
  })

  test('asks a person of a personal link for nothing', async () => {
    const form = await publish()
    const address = '10.61.0.5'
    await useHalf(address)
    const { kernel } = t.process
    const { id } = await makeContact(kernel, t.acme.id, 'Rex', '+14155581911')
    const until = new Date(kernel.world.now().getTime() + 86_400_000)
    const mark = personalMark(kernel, { orgId: t.acme.id, path: form.path, contactId: id, until })
    const answer = await post(form.path, address, [
      ['version', '1'],
      ['p', mark],
      ['a.q1', 'Monday'],
    ])
    expect(answer.stored).toBe('stored')
  })
})

test.each([null, 30])(
  'the page of a form allows the script and the style of the page that asks for work: %s',
  async (idleSeconds) => {
    const { id, path } = await publish()
    const ann = t.as(t.acme.ann)
    const { kiosk } = (await ann.call(setFormKiosk, { params: { id }, body: { idleSeconds } })).body.form
    const place = kiosk ? new URL(kiosk.link).pathname : path
    const address = `10.61.1.${idleSeconds ?? 0}`
    const policy = (await fetch(`${t.process.address}${place}`)).headers.get('content-security-policy') ?? ''
    await useHalf(address)
    const { html } = await post(place, address, [
      ['version', '1'],
      ['a.q1', 'Monday'],
    ])
    const hashOf = (tag: string) => {
      const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(html).toContain('id="work"')
    expect(policy).toContain(`style-src ${hashOf('style')};`)
    expect(/script-src ([^;]+);/.exec(policy)?.[1]?.split(' ')).toContain(hashOf('script'))
    // A shared tablet starts over while it works, too.
    expect(html.includes('data-kiosk="30"')).toBe(idleSeconds !== null)
  },
)
