import { Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { cloneElement, useEffect, useState, type ReactElement } from 'react'
import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import { nameHandset, searchHandsets, type HandsetInfo } from './carrier.ts'
import classes from './controls.module.css'
import { contactNameOf, phoneTyped, formatPhone } from './words.ts'

interface AddPhoneProps {
  shelf: string[]
  onAdd: (phone: string) => void
  /** The button that opens the search. */
  trigger: ReactElement<{ onClick?: () => void }>
}

/** Finds a handset by name or number and adds it to the page; an unknown number becomes a new handset. */
export function AddPhone({ shelf, onAdd, trigger }: AddPhoneProps) {
  const [isOpen, setOpen] = useState(false)
  const [terms, setTerms] = useState('')
  const [matches, setMatches] = useState<HandsetInfo[]>([])

  useEffect(() => {
    if (!isOpen) return
    let isStale = false
    searchHandsets(terms, 50).then(
      (handsets) => !isStale && setMatches(handsets),
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [isOpen, terms])

  const choose = (phone: string) => {
    onAdd(phone)
    setOpen(false)
    setTerms('')
  }
  const create = async (phone: string) => {
    await nameHandset(phone, formatPhone(phone))
    choose(phone)
  }
  const offered = matches.filter((handset) => !shelf.includes(handset.phone)).slice(0, 6)
  const typed = phoneTyped(terms)
  const isNew = typed !== null && !matches.some((handset) => handset.phone === typed) && !shelf.includes(typed)

  return (
    <Popover width={320} position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus shadow="md">
      <Popover.Target>{cloneElement(trigger, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label="Add a phone">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isNew && typed) void create(typed)
            else if (offered[0]) choose(offered[0].phone)
          }}
        >
          <TextInput
            data-autofocus
            aria-label="Name or number"
            placeholder="Name or number"
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={terms}
            onChange={(event) => setTerms(event.currentTarget.value)}
          />
        </form>
        <ul className={classes.found}>
          {offered.map((handset) => (
            <li key={handset.phone}>
              <button type="button" className={classes.match} onClick={() => choose(handset.phone)}>
                <NameAvatar name={contactNameOf(handset)} tintKey={handset.phone} size={32} />
                <span className={classes.matchWords}>
                  <span>
                    <bdi>{handset.name}</bdi>
                  </span>
                  <span className={classes.matchAbout}>
                    <bdi dir="ltr">{formatPhone(handset.phone)}</bdi>
                    {handset.about && ` · ${handset.about}`}
                  </span>
                </span>
              </button>
            </li>
          ))}
          {isNew && (
            <li>
              <button type="button" className={classes.match} onClick={() => void create(typed)}>
                <IconPlus size={18} stroke={1.75} aria-hidden />
                <span>
                  New phone <bdi dir="ltr">{formatPhone(typed)}</bdi>
                </span>
              </button>
            </li>
          )}
        </ul>
        {offered.length === 0 && !isNew && (
          <p className={classes.none}>No other phone matches. Type a full number to make one.</p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
