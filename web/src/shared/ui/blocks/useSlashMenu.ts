import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { insertBlock } from './editor-commands.ts'
import { matching, type SlashCommand } from './slash-rules.ts'
import type { Insertable } from './useInsertables.ts'

/** The menu behind a slash. */
export interface SlashState {
  items: Insertable[]
  active: number
  choose: (item: Insertable) => void
  setActive: (index: number) => void
  /** Takes a key while the menu is open; returns whether it did. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Returns the menu behind the slash before the cursor. It closes with Escape until another slash is typed. */
export function useSlashMenu(
  editor: Editor | undefined,
  slash: SlashCommand | undefined,
  { insertables, onPick }: { insertables: Insertable[]; onPick: (kind: 'picture' | 'file') => void },
): SlashState {
  const [dismissed, setDismissed] = useState<number>()
  const [active, setActive] = useState(0)
  const [lastQuery, setLastQuery] = useState(slash?.query)
  if (slash?.query !== lastQuery) {
    setLastQuery(slash?.query)
    setActive(0)
    if (!slash) setDismissed(undefined)
  }
  const items = slash && slash.from !== dismissed ? matching(insertables, slash.query) : []
  function choose(item: Insertable): void {
    if (!editor || !slash) return
    editor.chain().focus().deleteRange({ from: slash.from, to: slash.to }).run()
    if (item.node === 'picture' || item.node === 'file') onPick(item.node)
    else insertBlock(editor, item.node)
  }
  function onKey(event: KeyboardEvent): boolean {
    if (items.length === 0 || !slash || event.isComposing || event.altKey || event.ctrlKey || event.metaKey)
      return false
    const chosen = items[active]
    switch (event.key) {
      case 'ArrowDown':
        setActive((active + 1) % items.length)
        return true
      case 'ArrowUp':
        setActive((active - 1 + items.length) % items.length)
        return true
      case 'Enter':
      case 'Tab':
        if (chosen) choose(chosen)
        return true
      case 'Escape':
        setDismissed(slash.from)
        return true
      default:
        return false
    }
  }
  return { items, active, choose, setActive, onKey }
}
