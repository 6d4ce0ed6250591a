import { defineEvent } from '../../kernel/events/define.ts'

/** What a link belongs to, such as a broadcast; its kind is a name that the owner's module chooses. */
export interface LinkOwner {
  kind: string
  id: string
}

/** Published when people opened links of one owner. Contacts whose code names none are left out. */
export const LinkClicked = defineEvent<{
  ownerKind: string
  ownerId: string
  linkIds: string[]
  contactIds: string[]
}>('link.clicked')
