import { CONTACT_SORTS } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useDirection } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { ContactStatus } from '../../../shared/ui/text/ContactStatus.tsx'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import classes from '../Contacts.module.css'
import { keeperOf, valueOf, type Attribute } from '../contact/attributes.ts'
import { contactStatusOf } from '../../../shared/ui/text/contact-status.ts'
import { useAttributeText } from '../contact/useAttributeText.ts'

/** A column of the contact list, with the contact field its cells show and edit. */
export interface ContactColumn extends Column<Contact> {
  attribute?: Attribute
  width: number
}

// Kinds of fields that fit in a cell editor.
const inlineKinds = new Set(['text', 'tel', 'email', 'language', 'date', 'work', 'custom'])
const roomyTypes = new Set(['longtext', 'multiselect'])

const columnOfAttribute: Record<string, string> = { phone: 'mobile' }
const sorts = new Set<string>(CONTACT_SORTS)
// The default columns fit a 1280 px window next to the navigation.
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

/** Shows which system manages a locked field. */
export function ManagedBy({ keeper }: { keeper: string }) {
  const { t } = useLingui()
  const label = t`Managed by ${keeper}. Edit it there.`
  return (
    <Hint label={label}>
      <IconLock size={14} stroke={1.75} className={classes.lock ?? ''} role="img" aria-label={label} />
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
          <NameChip
            name={fullName(row)}
            tintKey={row.id}
            detail={
              isCompact ? undefined : (
                <>
                  <span className={classes.onPhone}>
                    {numberOf(row)}
                    {row.groups[0] && <bdi>{row.groups[0].name}</bdi>}
                  </span>
                  <bdi className={classes.job}>{row.jobTitle}</bdi>
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

/** Returns every column the list can show, in the language of the page: name, fields, status and custom fields. */
export function useContactColumns(
  attributes: Attribute[],
  { canEdit, isCompact }: { canEdit: boolean; isCompact: boolean },
): ContactColumn[] {
  const { t } = useLingui()
  const name = useNameColumn(isCompact)
  const attributeText = useAttributeText()
  return useMemo(() => {
    const none = <span className={classes.none}>–</span>
    const attributeColumn = (attribute: Attribute): ContactColumn => {
      const canInline = inlineKinds.has(attribute.kind) && !roomyTypes.has(attribute.field?.type ?? '')
      const id = columnOfAttribute[attribute.name] ?? attribute.name
      return {
        id,
        header: attribute.label,
        isNamedByMembers: attribute.field !== undefined,
        attribute,
        ...(sorts.has(attribute.name) && { isSortable: true, sortName: attribute.name }),
        phone: 'hidden',
        width: widths[id] ?? usualWidth,
        ...(attribute.field?.type === 'number' && { align: 'end' as const }),
        isEditable: (row) => canEdit && canInline && !row.archived && keeperOf(row, attribute.name) === undefined,
        cell: (row) => {
          const keeper = keeperOf(row, attribute.name)
          const text = attributeText(attribute, valueOf(row, attribute.name))
          const content = attribute.name === 'phone' ? numberOf(row) : text && <bdi title={text}>{text}</bdi>
          return (
            <span className={classes.attribute}>
              {content || none}
              {keeper !== undefined && <ManagedBy keeper={keeper} />}
            </span>
          )
        },
      }
    }
    const nameAttributes = new Set(['firstname', 'lastname'])
    const builtInColumns: ContactColumn[] = [
      {
        id: 'status',
        header: t`Status`,
        isSortable: true,
        phone: 'end',
        width: 150,
        cell: (row) => <ContactStatus status={contactStatusOf(row)} />,
      },
      {
        id: 'groups',
        header: t`Groups`,
        phone: 'hidden',
        width: 124,
        cell: ({ groups }) => {
          const names = groups.map(({ name }) => name).join(', ')
          return names ? <bdi title={names}>{names}</bdi> : none
        },
      },
      {
        id: 'shifts',
        header: t`Shift`,
        phone: 'hidden',
        width: 124,
        cell: ({ shifts }) => {
          const names = shifts.map(({ name }) => name).join(', ')
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
    return [
      name,
      ...builtInColumns,
      ...attributes.filter((attribute) => !nameAttributes.has(attribute.name)).map(attributeColumn),
    ]
  }, [t, name, attributeText, attributes, canEdit])
}
