import { CONTACT_SORTS } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useDirection } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { ContactStatus } from '../../shared/ui/ContactStatus.tsx'
import type { Column } from '../../shared/ui/DataTable.tsx'
import { Hint } from '../../shared/ui/Hint.tsx'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import classes from './Contacts.module.css'
import { keeperOf, valueOf, type Fact } from './facts.ts'
import { standingOf } from './standing.ts'
import { useFactWords } from './useFactWords.ts'

/** A column of the contact list, with the fact its cells show and edit. */
export interface ContactColumn extends Column<Contact> {
  fact?: Fact
  width: number
}

// What a cell of the list has room to edit.
const inlineKinds = new Set(['text', 'tel', 'email', 'language', 'date', 'work', 'custom'])
const roomyTypes = new Set(['longtext', 'multiselect'])

const columnOfFact: Record<string, string> = { phone: 'mobile' }
const sorts = new Set<string>(CONTACT_SORTS)
// The columns shown at first fit a window of 1280 beside the menu.
const widths: Record<string, number> = {
  mobile: 144,
  email: 220,
  language: 96,
  hireDate: 116,
  birthday: 110,
  jobTitle: 160,
  timezone: 160,
}
const usualWidth = 108

function numberOf({ phoneDisplay }: Contact): ReactNode {
  return phoneDisplay ? (
    <bdi dir="ltr" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {phoneDisplay}
    </bdi>
  ) : null
}

/** Says whose a locked fact is. */
export function KeptBy({ keeper }: { keeper: string }) {
  const { t } = useLingui()
  const words = t`From ${keeper}. Edit it there.`
  return (
    <Hint label={words}>
      <IconLock size={14} stroke={1.75} className={classes.lock ?? ''} role="img" aria-label={words} />
    </Hint>
  )
}

function useNameColumn(isCompact: boolean): ContactColumn {
  const { t } = useLingui()
  const { dir } = useDirection()
  return useMemo(
    () => ({
      id: 'name',
      header: t`Name`,
      isSortable: true,
      phone: 'title',
      width: 208,
      cell: (row) => (
        <span className={classes.person} dir={dir}>
          <PersonChip
            name={fullName(row)}
            tintKey={row.id}
            detail={
              isCompact ? undefined : (
                <>
                  <span className={classes.onPhone}>
                    {numberOf(row)}
                    {row.groups[0] && <bdi>{row.groups[0].name}</bdi>}
                  </span>
                  <span className={classes.job}>{row.jobTitle}</span>
                </>
              )
            }
            size={isCompact ? 28 : 32}
          />
        </span>
      ),
    }),
    [dir, isCompact, t],
  )
}

/** Every column the list can show, in the language of the page: the name first, then facts, standing and own fields. */
export function useContactColumns(
  facts: Fact[],
  { canEdit, isCompact }: { canEdit: boolean; isCompact: boolean },
): ContactColumn[] {
  const { t } = useLingui()
  const name = useNameColumn(isCompact)
  const wordsOf = useFactWords()
  return useMemo(() => {
    const none = <span className={classes.none}>–</span>
    const factColumn = (fact: Fact): ContactColumn => {
      const canInline = inlineKinds.has(fact.kind) && !roomyTypes.has(fact.field?.type ?? '')
      const id = columnOfFact[fact.name] ?? fact.name
      return {
        id,
        header: fact.label,
        fact,
        ...(sorts.has(fact.name) && { isSortable: true, sortName: fact.name }),
        phone: 'hidden',
        width: widths[id] ?? usualWidth,
        ...(fact.field?.type === 'number' && { align: 'end' as const }),
        isEditable: (row) => canEdit && canInline && !row.archived && keeperOf(row, fact.name) === undefined,
        cell: (row) => {
          const keeper = keeperOf(row, fact.name)
          const words = wordsOf(fact, valueOf(row, fact.name))
          const shown = fact.name === 'phone' ? numberOf(row) : words && <bdi title={words}>{words}</bdi>
          return (
            <span className={classes.fact}>
              {shown || none}
              {keeper !== undefined && <KeptBy keeper={keeper} />}
            </span>
          )
        },
      }
    }
    const shownAsName = new Set(['firstname', 'lastname'])
    const own: ContactColumn[] = [
      {
        id: 'status',
        header: t`Status`,
        isSortable: true,
        phone: 'end',
        width: 130,
        cell: (row) => <ContactStatus standing={standingOf(row)} />,
      },
      {
        id: 'groups',
        header: t`Groups`,
        phone: 'hidden',
        width: 144,
        cell: ({ groups }) => {
          const names = groups.map(({ name }) => name).join(', ')
          return names ? <bdi title={names}>{names}</bdi> : none
        },
      },
      {
        id: 'last',
        header: t`Last message`,
        isSortable: true,
        sortName: 'lastMessageAt',
        phone: 'hidden',
        align: 'end',
        width: 124,
        cell: (row) => (row.lastMessageAt ? <RelativeTime at={row.lastMessageAt} /> : none),
      },
      {
        id: 'createdAt',
        header: t`Added`,
        isSortable: true,
        phone: 'hidden',
        align: 'end',
        width: 110,
        cell: (row) => <RelativeTime at={row.createdAt} />,
      },
    ]
    return [name, ...own, ...facts.filter((fact) => !shownAsName.has(fact.name)).map(factColumn)]
  }, [t, name, wordsOf, facts, canEdit])
}
