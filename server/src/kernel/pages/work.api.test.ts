import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../kernel.ts'
import { newChallenge, WORK_WAIT_MS, workBody, workOf } from './work.ts'
import { WORK_SCRIPT } from './work-script.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const PLACE = '/public/join/gate'
let nth = 0
/** A form from an address of its own. */
const formFrom = () => ({ place: PLACE, address: `10.8.${(nth += 1)}.1`, phone: '+14155560001' })

/** The product some time ago, or in some time. */
const kernelAt = (shiftMs: number): Kernel => {
  const { kernel } = t.process
  return { ...kernel, world: { ...kernel.world, now: () => new Date(kernel.world.now().getTime() + shiftMs) } }
}

/** Runs the script of the page with a stand-in for its document, and returns the answer that it sends. */
async function answerOf(challenge: string): Promise<string> {
  return new Promise((resolve) => {
    const answer: { value: string | number } = { value: '' }
    const form = {
      elements: { work: { value: challenge }, answer },
      submit: () => resolve(String(answer.value)),
    }
    runInNewContext(WORK_SCRIPT, {
      document: { getElementById: (id: string) => (id === 'work' ? form : null) },
      setTimeout: (next: () => void) => setImmediate(next),
      Date,
      Math,
    })
  })
}

describe('the work that a page asks for near a limit', () => {
  test('is done by the script of the page, and counts once', async () => {
    const { kernel } = t.process
    const form = formFrom()
    const challenge = await newChallenge(kernel, form)
    const answer = await answerOf(challenge)
    const digest = createHash('sha256').update(`${challenge}.${answer}`).digest()
    expect(digest.readUInt16BE(0)).toBe(0)
    expect(await workOf(kernel, form, { challenge, answer })).toEqual({ isDone: true })
    expect(await workOf(kernel, form, { challenge, answer })).toEqual({ isDone: false })
  })

  test('is refused when wrong, too old, of another form, or made up', async () => {
    const { kernel } = t.process
    const form = formFrom()
    const challenge = await newChallenge(kernel, form)
    const answer = await answerOf(challenge)
    const refused = async (sent: { challenge: string; answer: string }, of = form, at = kernel) =>
      expect(await workOf(at, of, sent)).toEqual({ isDone: false })
    await refused({ challenge, answer }, { ...form, place: '/public/join/other' })
    await refused({ challenge, answer }, { ...form, address: '10.8.250.1' })
    await refused({ challenge, answer }, { ...form, phone: '+14155560002' })
    await refused({ challenge, answer }, form, kernelAt(601_000))
    await refused({ challenge, answer: 'x' }, form, kernelAt(WORK_WAIT_MS))
    await refused({ challenge, answer: `${Number(answer) + 1}` })
    await refused({ challenge, answer: '-1' })
    const [at, , nonce, signature] = challenge.split('.')
    await refused({ challenge: `${at}.0.${nonce}.${signature}`, answer: '1' })
    for (const hostile of ['', '...', 'é.é.é.é', 'a'.repeat(5000), `${challenge}x`])
      await refused({ challenge: hostile, answer })
    expect(await workOf(kernel, form, { challenge, answer })).toEqual({ isDone: true })
  })

  test('is replaced by waiting in a browser without a script', async () => {
    const { kernel } = t.process
    const form = formFrom()
    const challenge = await newChallenge(kernelAt(-5_000), form)
    expect(await workOf(kernel, form, { challenge, answer: '' })).toEqual({
      isDone: false,
      waitS: (WORK_WAIT_MS - 5_000) / 1000,
    })
    expect(await workOf(kernelAt(WORK_WAIT_MS), form, { challenge, answer: '' })).toEqual({ isDone: true })
    expect(await workOf(kernelAt(WORK_WAIT_MS), form, { challenge, answer: '' })).toEqual({ isDone: false })
  })

  test('is not replaced by waiting more than ten times an hour from one address', async () => {
    const form = formFrom()
    const later = kernelAt(WORK_WAIT_MS)
    const wait = async (from = form) => {
      const challenge = await newChallenge(t.process.kernel, from)
      return workOf(later, from, { challenge, answer: '' })
    }
    for (let count = 0; count < 10; count += 1) expect(await wait()).toEqual({ isDone: true })
    await expect(wait()).rejects.toMatchObject({ code: 'slow_down' })
    expect(await wait(formFrom())).toEqual({ isDone: true })
    // Real work is not limited by this.
    const challenge = await newChallenge(t.process.kernel, form)
    expect(await workOf(later, form, { challenge, answer: await answerOf(challenge) })).toEqual({ isDone: true })
  })

  test('is asked for up to 300 times an hour from one address', async () => {
    const { kernel } = t.process
    const form = formFrom()
    await Promise.all(Array.from({ length: 300 }, () => newChallenge(kernel, form)))
    await expect(newChallenge(kernel, form)).rejects.toMatchObject({ code: 'slow_down' })
    expect(await newChallenge(kernel, formFrom())).toContain('.16.')
  })

  test('keeps what was entered, escaped, and its script is small', () => {
    const fields: [string, string][] = [
      ['phone', '"><script>x'],
      ['answer', 'old'],
    ]
    const { body, script } = workBody('en', { action: PLACE, challenge: 'c.1.n.s', fields })
    const text = String(body)
    expect(text).toContain('name="phone" value="&#34;&#62;&#60;script&#62;x"')
    expect(text.match(/name="answer"/g)).toHaveLength(1)
    expect(Buffer.byteLength(script)).toBeLessThan(2_000)
  })
})
