import { useLingui } from '@lingui/react/macro'
import { Badge, Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useRef } from 'react'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import type { AuditEntry } from './api.ts'
import classes from './Audit.module.css'
import { AuditDetails } from './AuditDetails.tsx'
import { useActorName } from './useActorName.ts'

export interface AuditRowProps {
  entry: AuditEntry
  isOpen: boolean
  onToggle: () => void
  /** Limits the list to the object of the entry; absent while it is. */
  onShowObject?: (() => void) | undefined
}

/** One entry: who did what and when; opens to everything that was recorded. */
export function AuditRow({ entry, isOpen, onToggle, onShowObject }: AuditRowProps) {
  const { t } = useLingui()
  const nameOf = useActorName()
  const toggle = useRef<HTMLButtonElement>(null)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.item}>
      <UnstyledButton ref={toggle} className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
        <Chevron size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
        <span className={entries.about}>
          <span className={entries.name}>
            {/* The server writes it in the member's language. */}
            <span translate="no">{entry.summary}</span>
            {entry.object?.name && (
              <bdi className={classes.object} dir="auto">
                {entry.object.name}
              </bdi>
            )}
            {entry.state === 'altered' && <Badge color="red" variant="light">{t`Altered`}</Badge>}
          </span>
          <span className={classes.words}>
            <bdi>{nameOf(entry.actor)}</bdi>
          </span>
        </span>
        <span className={classes.time}>
          <RelativeTime at={entry.at} />
        </span>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <AuditDetails
            entry={entry}
            {...(onShowObject && {
              onShowObject: () => {
                onShowObject()
                // The button goes away.
                toggle.current?.focus()
              },
            })}
          />
        )}
      </Collapse>
    </li>
  )
}
