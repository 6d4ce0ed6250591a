import { useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import classes from './BlockEditor.module.css'
import type { SlashCommand } from './slash-rules.ts'
import type { SlashState } from './useSlashMenu.ts'

/** The width of the menu, as in its style. */
const MENU_PX = 260

export interface SlashMenuProps {
  editor: Editor
  canvas: RefObject<HTMLDivElement | null>
  slash: SlashCommand
  menu: SlashState
}

/** The menu behind a slash: which blocks can be added, filtered by what is typed. The text keeps the focus. */
export function SlashMenu({ editor, canvas, slash, menu }: SlashMenuProps) {
  const { t } = useLingui()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { items, active, choose, setActive } = menu
  useLayoutEffect(() => {
    const frame = canvas.current?.getBoundingClientRect()
    if (!frame || !list.current) return
    const at = editor.view.coordsAtPos(slash.from)
    list.current.style.top = `${at.bottom - frame.top + 4}px`
    list.current.style.left = `${Math.max(8, Math.min(at.left - frame.left, frame.width - MENU_PX - 8))}px`
  }, [canvas, editor, slash.from])
  useEffect(() => {
    const text = editor.view.dom
    text.setAttribute('aria-controls', id)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [editor, id])
  useEffect(() => {
    editor.view.dom.setAttribute('aria-activedescendant', `${id}-${active}`)
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div ref={list} id={id} role="listbox" aria-label={t`Add a block`} className={classes.slash}>
      {items.map((item, index) => (
        <div
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.slashItem}
          // A menu that opens under a resting pointer begins with its first item.
          onMouseMove={({ movementX, movementY }) => {
            if (movementX !== 0 || movementY !== 0) setActive(index)
          }}
          // The cursor stays in the text.
          onMouseDown={(event) => {
            event.preventDefault()
            choose(item)
          }}
        >
          <item.icon size={18} stroke={1.75} aria-hidden />
          {item.name}
        </div>
      ))}
    </div>
  )
}
