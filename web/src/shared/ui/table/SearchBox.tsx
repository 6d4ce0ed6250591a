import { useLingui } from '@lingui/react/macro'
import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface SearchBoxProps {
  /** What is searched: "Search name, phone, ID". */
  label: string
  /** The current value, from the URL; an external change replaces what is typed. */
  value: string
  /** Called 120 ms after the last key press, and at once on clear and Enter. */
  onSearch: (text: string) => void
  /** CSS width; 280 when absent, full on phones. */
  width?: number | string
  /** `/` anywhere outside an input moves the focus here; off for a second box on a page. */
  hasSlashKey?: boolean
}

const debounceMs = 120

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** A search field that searches while typing; Escape or the clear button empties it. */
export function SearchBox({ label, value, onSearch, width = 280, hasSlashKey = true }: SearchBoxProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [isWaiting, setWaiting] = useState(false)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    // When our own search returns through the URL, it must not replace newer input.
    if (!isWaiting) setTyped(value)
  }

  // While the code of the next page loads, the current page stays mounted but hidden, and only its layout effects are
  // cleaned up. A pending search would navigate back to it.
  useLayoutEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!hasSlashKey) return
    function focusOnSlash(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focusOnSlash)
    return () => document.removeEventListener('keydown', focusOnSlash)
  }, [hasSlashKey])

  function search(text: string, delayMs: number): void {
    setTyped(text)
    setWaiting(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setWaiting(false)
      onSearch(text.trim())
    }, delayMs)
  }

  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      size="xs"
      w={{ base: '100%', sm: width }}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => search(event.currentTarget.value, debounceMs)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed, 0)
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          search('', 0)
        }
      }}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents={typed ? 'all' : 'none'}
      rightSection={
        typed ? (
          <CloseButton
            size={24}
            aria-label={t`Clear search`}
            onClick={() => {
              search('', 0)
              input.current?.focus()
            }}
          />
        ) : hasSlashKey ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : null
      }
    />
  )
}
