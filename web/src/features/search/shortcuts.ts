import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A shortcut and its action. */
export interface Shortcut {
  keys: string
  does: MessageDescriptor
}

/** The shortcuts of one area. */
export interface ShortcutGroup {
  name: MessageDescriptor
  shortcuts: Shortcut[]
}

/** All shortcuts. */
export const shortcutGroups: ShortcutGroup[] = [
  {
    name: msg`Everywhere`,
    shortcuts: [
      { keys: 'Mod K', does: msg`Search and commands` },
      { keys: '?', does: msg`All shortcuts` },
      { keys: 'C', does: msg`New message` },
      { keys: 'G D', does: msg`Go to dashboard` },
      { keys: 'G I', does: msg`Go to inbox` },
      { keys: 'G B', does: msg`Go to broadcasts` },
      { keys: 'G C', does: msg`Go to contacts` },
      { keys: 'G G', does: msg`Go to groups` },
      { keys: 'G A', does: msg`Go to apps` },
      { keys: 'G T', does: msg`Go to team` },
      { keys: 'G S', does: msg`Go to settings` },
      { keys: 'G O', does: msg`Switch organizations` },
      { keys: '[', does: msg`Collapse sidebar` },
      { keys: 'Esc', does: msg`Close` },
    ],
  },
  {
    name: msg`Inbox`,
    shortcuts: [
      { keys: 'J', does: msg`Next conversation` },
      { keys: 'K', does: msg`Previous conversation` },
      { keys: 'N', does: msg`Next person waiting` },
      { keys: '/', does: msg`Search inbox` },
      { keys: 'F', does: msg`Find in this conversation` },
      { keys: 'E', does: msg`Archive` },
      { keys: 'U', does: msg`Mark as unread` },
      { keys: 'X', does: msg`Select` },
      { keys: 'Mod A', does: msg`Select all` },
      { keys: 'R', does: msg`Write a reply` },
      { keys: 'T', does: msg`Show originals or translations` },
      { keys: 'P', does: msg`Show or hide contact` },
      { keys: 'V', does: msg`Play voicemail` },
      { keys: 'Z', does: msg`Undo` },
    ],
  },
  {
    name: msg`Writing`,
    shortcuts: [
      { keys: 'Enter', does: msg`Send` },
      { keys: 'Shift Enter', does: msg`New line` },
      { keys: 'Mod Enter', does: msg`Send and archive` },
      { keys: '/', does: msg`Saved replies (at the start of a line)` },
      { keys: '{', does: msg`Contact fields` },
      { keys: 'Alt N', does: msg`Write a note` },
    ],
  },
]
