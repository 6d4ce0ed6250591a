import type { FailureDefinition } from './broadcast-failures.ts'
import { msg } from './localized-text.ts'

/** Refusals about invitations, roles and memberships. */
export const TEAM_FAILURES = {
  invitation_for_other: {
    http: 422,
    text: msg({ message: 'This invitation is for another email. Log out and open the link again.' }),
    toast: false,
  },
  account_exists: { http: 422, text: msg({ message: 'You already have an account. Log in to join.' }), toast: false },
  already_member: { http: 422, text: msg({ message: 'This person is already on your team.' }), toast: false },
  role_too_high: { http: 422, text: msg({ message: "You can't give someone a role above your own." }), toast: false },
  own_membership: {
    http: 422,
    text: msg({ message: "You can't change your own role or remove yourself. Ask another owner or admin." }),
    toast: false,
  },
  viewing_only: {
    http: 422,
    text: msg({ message: "You're viewing as a teammate, so you can't change anything. End the view first." }),
  },
  viewing_hidden: {
    http: 422,
    text: msg({ message: "This isn't shown while you view as a teammate." }),
    toast: false,
  },
  role_in_use: {
    http: 409,
    text: msg({ message: 'Teammates have this role. Choose which one they get instead.' }),
    toast: false,
  },
  still_member: {
    http: 422,
    text: msg({ message: 'This person is still on your team. Remove them first.' }),
    toast: false,
  },
  request_closed: {
    http: 409,
    text: msg({ message: 'This request is closed already.' }),
    toast: false,
  },
  last_owner: {
    http: 422,
    text: msg({ message: 'Every organization needs an owner. Make someone else an owner first.' }),
    toast: false,
  },
  already_owner: { http: 422, text: msg({ message: 'This teammate is already an owner.' }), toast: false },
  second_step_missing: {
    http: 422,
    text: msg({ message: 'Two-step login is required here. Ask this teammate to turn it on first.' }),
    toast: false,
  },
  second_step_needed: {
    http: 422,
    text: msg({ message: 'Your organization requires two-step login. Set it up to continue.' }),
    toast: false,
  },
} as const satisfies Record<string, FailureDefinition>
