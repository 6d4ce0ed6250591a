import type { CustomField } from '@crewline/contract/fields'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconLock, IconPencil } from '@tabler/icons-react'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import classes from './Fields.module.css'
import { TagCopy } from './TagCopy.tsx'
import { typeIcons, useTypeNames } from './useFieldTypes.ts'
import { describeUses } from './uses.ts'

function Source({ field }: { field: CustomField }) {
  const manager = field.managedBy
  if (manager !== null)
    return (
      <span className={classes.source}>
        <IconLock size={16} stroke={1.75} aria-hidden />
        <span>
          <Trans>Managed by {manager}</Trans>
        </span>
      </span>
    )
  return field.source === 'hris' ? <Trans>HR system</Trans> : <Trans>Added here</Trans>
}

export interface FieldActions {
  onEdit: (field: CustomField) => void
  /** Moves a field to a position in the whole list, from 0. */
  onMove: (field: CustomField, position: number) => void
  /** The number of fields. */
  count: number
}

function RowMenu({ field, onEdit, onMove, count }: FieldActions & { field: CustomField }) {
  const { t } = useLingui()
  const { name, position } = field
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t`More options for ${name}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => onEdit(field)}>
          <Trans>Edit</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={16} stroke={1.75} />}
          disabled={position === 0}
          onClick={() => onMove(field, position - 1)}
        >
          <Trans>Move up</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} stroke={1.75} />}
          disabled={position >= count - 1}
          onClick={() => onMove(field, position + 1)}
        >
          <Trans>Move down</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the columns of the fields, in the language of the page; actions only for members who may edit fields. */
export function useFieldColumns(actions: FieldActions | undefined): Column<CustomField>[] {
  const { t, i18n } = useLingui()
  const types = useTypeNames()
  const emptyCell = <span className={classes.quiet}>–</span>
  const columns: Column<CustomField>[] = [
    {
      id: 'name',
      header: t`Name`,
      phone: 'title',
      cell: ({ name, sensitive, type }) => {
        const Picture = typeIcons[type]
        return (
          <span className={classes.name}>
            <Picture size={18} stroke={1.75} aria-hidden />
            <bdi title={name}>{name}</bdi>
            {sensitive && <IconLock size={16} stroke={1.75} aria-label={t`Sensitive`} />}
          </span>
        )
      },
    },
    {
      id: 'type',
      header: t`Type`,
      phone: 'detail',
      width: 150,
      cell: ({ type, required }) => (
        <span className={classes.type}>
          {types[type]}
          {required && <span className={classes.quiet}> · {t`Required`}</span>}
        </span>
      ),
    },
    {
      id: 'tag',
      header: t`Merge tag`,
      phone: 'hidden',
      width: 220,
      cell: ({ key, sensitive }) =>
        sensitive ? <span className={classes.quiet}>{t`Not in texts`}</span> : <TagCopy tag={`{${key}}`} />,
    },
    {
      id: 'uses',
      header: t`Used in`,
      phone: 'hidden',
      width: 170,
      cell: ({ usedBy = [] }) =>
        usedBy.length > 0 ? (
          <span className={classes.cut} data-untranslated="title" title={usedBy.map(({ name }) => name).join(', ')}>
            {describeUses(usedBy)}
          </span>
        ) : (
          emptyCell
        ),
    },
    {
      id: 'values',
      header: t`Contacts with a value`,
      phone: 'detail',
      align: 'end',
      width: 150,
      cell: ({ valueCount = 0 }) => (
        <span className="tabular">
          {formatNumber(valueCount, i18n.locale)}
          <span className={classes.onPhone}> {t`with a value`}</span>
        </span>
      ),
    },
    { id: 'source', header: t`Source`, phone: 'hidden', width: 160, cell: (field) => <Source field={field} /> },
  ]
  if (actions) {
    columns.push({
      id: 'acts',
      header: t`Actions`,
      isHeaderHidden: true,
      phone: 'end',
      align: 'end',
      width: 56,
      cell: (field) => <RowMenu field={field} {...actions} />,
    })
  }
  return columns
}
