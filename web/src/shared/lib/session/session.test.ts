import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { answered, conversationRow, incoming, refused, signedIn } from '../../../testing/people.ts'
import { outcomes } from '../../api/outcomes.ts'
import { connected, wsReducer } from '../../live/ws.slice.ts'
import {
  authReducer,
  loggedOut,
  meRead,
  switchFailed,
  switchPending,
  switchSucceeded,
  warningHidden,
} from './auth.slice.ts'
import { groupsReducer, inboxGroupsSelected } from './groups.slice.ts'
import {
  contactRead,
  conversationOpened,
  incomingCounted,
  messageReducer,
  notificationsReceived,
  siblingsReset,
  siblingCountReceived,
  usageReceived,
} from './message.slice.ts'
import { portalReducer } from './portal.slice.ts'
import { authAfter, bearerOf, emptySession, isAuthenticated, isSyncOpenedAndChild } from './state.ts'

const reducer = combineReducers({
  auth: authReducer,
  groups: groupsReducer,
  message: messageReducer,
  portal: portalReducer,
  ws: wsReducer,
})

function session(signed = signedIn('acme', 't')) {
  const preloadedState = { ...emptySession(), auth: authAfter(signed), ws: wsReducer(undefined, { type: '' }) }
  return configureStore({ reducer, preloadedState, middleware: (usual) => usual().concat(outcomes(() => {})) })
}

describe('the session', () => {
  it('has these slices, fields and initial values', () => {
    expect({ ...emptySession(), ws: wsReducer(undefined, { type: '' }) }).toEqual({
      auth: {
        user: null,
        token: null,
        unverifiedToken: null,
        organization: null,
        billing: null,
        needBilling: false,
        intercomHash: null,
        features: null,
        pastDue: false,
        muteNotifications: false,
        pinnedApps: [],
        customFields: [],
        contactsTab: 'contacts',
        groupsTab: 'contacts',
        warnings: { contacts: true, intranet: true, usage: true, signature: true },
        switchingOrg: false,
        orgSwitchOverlay: false,
        voicemailPlaying: null,
      },
      groups: { data: [], inboxSelectedGroups: [] },
      message: {
        conversations: [],
        activeConversation: null,
        messages: [],
        notifications: [],
        sound: true,
        searchedMessage: null,
        refreshing: false,
        refreshingMessages: false,
        messageUsage: null,
        siblingNotifications: {},
      },
      portal: { token: null, expiration: null, contact: null, portalSettings: null },
      ws: {
        connection: 'none',
        isConnected: false,
        unreadMessages: 0,
        navigationRequest: null,
        typingStatus: {},
        messageStatus: [],
        outgoingMessage: [],
        voicemailUpdates: 0,
      },
    })
  })

  it('is authenticated only with both a user and a token', () => {
    const { auth } = session().getState()
    expect(isAuthenticated(auth)).toBe(true)
    expect(isAuthenticated({ ...auth, user: null })).toBe(false)
    expect(isAuthenticated({ ...auth, token: null })).toBe(false)
    expect(isAuthenticated({ ...auth, token: '' })).toBe(false)
  })

  it('uses the registration token until there is a full one', () => {
    const { auth } = emptySession()
    expect(bearerOf({ ...auth, unverifiedToken: 'u' })).toBe('u')
    expect(bearerOf({ ...auth, unverifiedToken: 'u', token: 't' })).toBe('t')
  })

  it('is a synced child only with both sync and a parent', () => {
    const { auth } = session().getState()
    const child = { ...auth, organization: auth.organization && { ...auth.organization, parentOrganizationId: 'p' } }
    expect(isSyncOpenedAndChild(auth)).toBe(false)
    expect(isSyncOpenedAndChild(child)).toBe(true)
    expect(isSyncOpenedAndChild({ ...child, features: child.features && { ...child.features, sync: false } })).toBe(
      false,
    )
  })
})

describe('a login', () => {
  it('stores the response, shows all warnings and has no pending switch', () => {
    const reply = signedIn('acme', 't')
    const { token, user, organization, needBilling, intercomHash, features } = reply
    expect(authAfter(reply)).toMatchObject({ token, user, organization, needBilling, intercomHash, features })
    expect(authAfter(reply)).toMatchObject({
      warnings: { contacts: true, intranet: true, usage: true, signature: true },
      switchingOrg: false,
      orgSwitchOverlay: false,
    })
  })

  it('ends with a logout that clears user, token, organization, billing, needBilling and features', () => {
    const store = session()
    store.dispatch(answered('analytics', { billing: { status: 'active', needBilling: true } }))
    store.dispatch(loggedOut())
    expect(store.getState()).toEqual({ ...emptySession(), ws: wsReducer(undefined, { type: '' }) })
  })
})

describe('server responses', () => {
  it('of settings replace the user, and the token when there is a new one', () => {
    const store = session()
    const user = { ...signedIn('acme', 't').user, firstname: 'Dania', muteNotifications: true, pinnedApps: ['forms'] }
    store.dispatch(answered('editSettings', { user }))
    expect(store.getState().auth).toMatchObject({
      user,
      token: 't',
      muteNotifications: true,
      pinnedApps: ['forms'],
    })
    store.dispatch(answered('editSettings', { user, token: 'new' }))
    expect(store.getState().auth.token).toBe('new')
  })

  it('of analytics update the billing', () => {
    const store = session()
    const billing = { status: 'active', needBilling: false, usedTexts: 3 }
    store.dispatch(answered('analytics', { billing }))
    expect(store.getState().auth).toMatchObject({ billing, needBilling: false })
  })

  it('of the team update the organization', () => {
    const store = session()
    const organization = { ...signedIn('acme', 't').organization, name: 'Acme Foods' }
    store.dispatch(answered('team', { data: [], organization }))
    expect(store.getState().auth.organization).toEqual(organization)
  })

  it.each([[[{ id: 'f' }]], [{ customFields: [{ id: 'f' }] }]])(
    'of custom fields update the list, from %j',
    (payload) => {
      const store = session()
      store.dispatch(answered('customFields', payload))
      expect(store.getState().auth.customFields).toEqual([{ id: 'f' }])
    },
  )

  it('of group values update the groups', () => {
    const store = session()
    store.dispatch(answered('groupValues', { groups: [{ id: 'g', name: 'Night shift', size: 3 }] }))
    expect(store.getState().groups.data).toEqual([{ id: 'g', name: 'Night shift' }])
  })
})

describe('the unread counts', () => {
  it('grow by one with each message, starting at one', () => {
    const store = session()
    store.dispatch(incomingCounted(incoming('1')))
    store.dispatch(incomingCounted(incoming('2')))
    store.dispatch(incomingCounted(incoming('2')))
    store.dispatch(incomingCounted(incoming('3', 'ben')))
    const counts = store
      .getState()
      .message.notifications.map((notification) => [notification.contact.id, notification.messageCount])
    expect(counts).toEqual([
      ['ben', 1],
      ['maria', 2],
    ])
  })

  it.each([
    [5, 3],
    [1, 0],
  ])('of another organization with %i drop to %i when a contact is read', (count, remaining) => {
    const store = session()
    store.dispatch(siblingCountReceived({ organizationId: 'beta', count }))
    store.dispatch(incomingCounted(incoming('1')))
    store.dispatch(incomingCounted(incoming('2')))
    store.dispatch(contactRead({ contactId: 'maria', organizationId: 'beta' }))
    store.dispatch(contactRead({ contactId: 'maria', organizationId: 'beta' }))
    expect(store.getState().message).toMatchObject({ notifications: [], siblingNotifications: { beta: remaining } })
  })

  it('of other organizations are replaced as a whole, reset for one organization or cleared for all', () => {
    const store = session()
    const siblings = [
      { organizationId: 'beta', count: 4 },
      { organizationId: 'gamma', count: 2 },
    ]
    store.dispatch(notificationsReceived({ items: [], total: 0, siblings }))
    store.dispatch(siblingsReset('beta'))
    expect(store.getState().message.siblingNotifications).toEqual({ beta: 0, gamma: 2 })
    store.dispatch(siblingsReset())
    expect(store.getState().message.siblingNotifications).toEqual({})
  })
})

describe('an organization switch', () => {
  it('shows the overlay while it is pending, and not after a failure', () => {
    const store = session()
    store.dispatch(switchPending())
    expect(store.getState().auth).toMatchObject({ switchingOrg: true, orgSwitchOverlay: true })
    store.dispatch(switchFailed())
    expect(store.getState().auth).toMatchObject({ switchingOrg: false, orgSwitchOverlay: false, token: 't' })
  })

  it('hides its overlay when analytics fail', () => {
    const store = session()
    store.dispatch(switchPending())
    store.dispatch(refused('analytics', 500))
    expect(store.getState().auth.orgSwitchOverlay).toBe(false)
  })

  it('replaces user, organization and data, and keeps hidden warnings hidden', () => {
    const store = session()
    store.dispatch(warningHidden('usage'))
    store.dispatch(siblingCountReceived({ organizationId: 'beta', count: 4 }))
    store.dispatch(inboxGroupsSelected(['g']))
    store.dispatch(conversationOpened('maria'))
    store.dispatch(incomingCounted(incoming('1')))
    store.dispatch(
      usageReceived({
        periodStart: '',
        periodEnd: '',
        level: 'ok',
        segments: { used: 1, included: 2, forecast: 1 },
        mms: { used: 0, included: null, forecast: 0 },
      }),
    )
    store.dispatch(connected())
    store.dispatch(switchPending())
    const reply = signedIn('beta', 'tb')
    store.dispatch(switchSucceeded(reply))
    const { auth, groups, message, ws } = store.getState()
    expect(auth).toEqual({ ...authAfter(reply), warnings: { ...authAfter(reply).warnings, usage: false } })
    expect(groups).toEqual(emptySession().groups)
    expect(message).toEqual({ ...emptySession().message, siblingNotifications: { beta: 4 } })
    expect(ws.isConnected).toBe(false)
  })

  it('keeps the token when none is returned', () => {
    const store = session()
    const { token: _, ...reply } = signedIn('beta', '')
    store.dispatch(switchSucceeded(reply))
    expect(store.getState().auth).toMatchObject({ token: 't', organization: { id: 'beta' } })
  })

  it('completes a session that was restored by its token', () => {
    const store = session()
    store.dispatch(loggedOut())
    store.dispatch(meRead({ ...signedIn('acme', 'found'), organizations: [] }))
    expect(isAuthenticated(store.getState().auth)).toBe(true)
  })
})

describe('past due', () => {
  it('is set and cleared by queries, and not by requests of another session', () => {
    const store = session()
    store.dispatch(refused('conversation', 401, 'past_due'))
    expect(store.getState().auth.pastDue).toBe(true)
    store.dispatch(answered('me', {}))
    expect(store.getState().auth.pastDue).toBe(true)
    store.dispatch(answered('conversation', { messages: [], conversation: conversationRow('x') }))
    expect(store.getState().auth.pastDue).toBe(false)
    store.dispatch(refused('conversation', 401, 'past_due', 'older token'))
    expect(store.getState().auth.pastDue).toBe(false)
  })
})
