import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** One shortcut and what it does. */
export interface Shortcut {
  keys: string
  does: MessageDescriptor
}

/** Shortcuts by where they count. */
export interface ShortcutGroup {
  name: MessageDescriptor
  shortcuts: Shortcut[]
}

/** Every shortcut there is. */
export const shortcutGroups: ShortcutGroup[] = [
  {
    name: msg`Everywhere`,
    shortcuts: [
      { keys: 'Mod K', does: msg`Search and commands` },
      { keys: '?', does: msg`All shortcuts` },
      { keys: 'C', does: msg`New message` },
      { keys: 'G D', does: msg`Go to the dashboard` },
      { keys: 'G I', does: msg`Go to the inbox` },
      { keys: 'G B', does: msg`Go to broadcasts` },
      { keys: 'G C', does: msg`Go to contacts` },
      { keys: 'G G', does: msg`Go to groups` },
      { keys: 'G A', does: msg`Go to apps` },
      { keys: 'G T', does: msg`Go to the team` },
      { keys: 'G S', does: msg`Go to settings` },
      { keys: 'G O', does: msg`Switch the organization` },
      { keys: '[', does: msg`Fold the navigation` },
      { keys: 'Esc', does: msg`Close what is on top` },
    ],
  },
  {
    name: msg`Inbox`,
    shortcuts: [
      { keys: 'J', does: msg`Next conversation` },
      { keys: 'K', does: msg`Previous conversation` },
      { keys: '/', does: msg`Search the list` },
      { keys: 'F', does: msg`Find in the conversation` },
      { keys: 'E', does: msg`Archive` },
      { keys: 'U', does: msg`Mark as unread` },
      { keys: 'X', does: msg`Select` },
      { keys: 'Mod A', does: msg`Select all` },
      { keys: 'R', does: msg`Write` },
      { keys: 'T', does: msg`Show originals or translations` },
      { keys: 'P', does: msg`Show or hide the contact` },
      { keys: 'V', does: msg`Play the voicemail` },
      { keys: 'Z', does: msg`Undo the last act` },
    ],
  },
  {
    name: msg`Writing`,
    shortcuts: [
      { keys: 'Enter', does: msg`Send` },
      { keys: 'Shift Enter', does: msg`New line` },
      { keys: 'Mod Enter', does: msg`Send and archive` },
      { keys: '/', does: msg`Saved replies, at the start of a line` },
      { keys: '{', does: msg`Fields of the person` },
      { keys: 'Alt N', does: msg`Write a note` },
    ],
  },
]
