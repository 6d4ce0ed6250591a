import { expect, it } from 'vitest'
import type { PhoneText } from './carrier.ts'
import { blankHandset, change, noPhones } from './phones-state.ts'

const phone = '+15550102233'
const loaded = change(noPhones, { type: 'loaded', phone, handset: blankHandset(phone), texts: [] })
const text = (changes: Partial<PhoneText>): PhoneText => ({
  id: 't1',
  direction: 'in',
  from: '+15550100000',
  to: phone,
  body: 'Hi',
  at: '2026-11-20T09:41:00Z',
  state: 'accepted',
  errorCode: null,
  ...changes,
})

it('counts a message as arrived once, when it is delivered', () => {
  let state = change(loaded, { type: 'text', phone, text: text({}) })
  expect(state.phones[phone]).toMatchObject({ arrivals: 0, handset: { unread: 0 } })
  for (let times = 0; times < 2; times += 1)
    state = change(state, { type: 'state', phone, text: text({ state: 'delivered' }) })
  expect(state.phones[phone]).toMatchObject({
    arrivals: 1,
    handset: { unread: 1 },
    texts: [{ isFresh: true, state: 'delivered' }],
  })
})

it('keeps a message settled when its sending response comes late', () => {
  const typed = text({ direction: 'out', from: phone, to: '+15550100000' })
  let state = change(loaded, { type: 'text', phone, text: { ...typed, state: 'sending' } })
  state = change(state, { type: 'state', phone, text: { ...typed, state: 'delivered' } })
  state = change(state, { type: 'text', phone, text: { ...typed, state: 'sending' } })
  expect(state.phones[phone]?.texts).toMatchObject([{ state: 'delivered' }])
})

it('ignores phones that are not on the page', () => {
  expect(change(loaded, { type: 'text', phone: '+15550109999', text: text({}) })).toBe(loaded)
})
