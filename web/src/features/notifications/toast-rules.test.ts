import { describe, expect, it } from 'vitest'
import { consequenceOf } from './toast-rules.ts'

const message = {
  contactId: 'c1',
  body: 'Puedo cambiar mi turno?',
  contact: { id: 'c1', firstname: 'Maria', lastname: 'Lopez', phone: '+15550102233' },
}
const at = (path: string, isMuted = false) => consequenceOf(message, { path, isMuted })

describe('the effect of an incoming message', () => {
  it('shows a toast that opens the conversation', () => {
    expect(at('/dashboard/contacts')).toEqual({
      isUnread: true,
      toast: { contactId: 'c1', name: 'Maria Lopez', text: message.body, path: '/dashboard/inbox?conversation=c1' },
    })
  })

  it('shows the translation when there is one', () => {
    const translated = { ...message, translation: { text: 'Can I swap my shift?', from: 'es', to: 'en' } }
    expect(consequenceOf(translated, { path: '/dashboard', isMuted: false }).toast?.translation).toBe(
      'Can I swap my shift?',
    )
  })

  it.each(['/dashboard/inbox', '/dashboard/inbox/anything'])('only counts on %s', (path) => {
    expect(at(path)).toEqual({ isUnread: true })
  })

  it.each(['/public', '/public/portal/acme', '/dashboard/public-page'])('does nothing on %s', (path) => {
    expect(at(path)).toEqual({ isUnread: false })
  })

  it('only counts while toasts are muted', () => {
    expect(at('/dashboard/contacts', true)).toEqual({ isUnread: true })
  })

  it('names a contact without a name by the number', () => {
    const nameless = { ...message, contact: { ...message.contact, firstname: '', lastname: '' } }
    expect(consequenceOf(nameless, { path: '/dashboard', isMuted: false }).toast?.name).toBe('+15550102233')
  })
})
