import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { MergedNote, PossibleDuplicates } from '../../privacy/index.ts'
import { CopyButton } from './CopyNumber.tsx'
import AttributeEditor from './AttributeEditor.tsx'
import classes from './AttributeEditor.module.css'
import { keeperOf, valueOf, type Attribute } from './attributes.ts'
import { NamingSetting } from './NamingSetting.tsx'
import { ManagedBy } from '../table/useContactColumns.tsx'
import { useAttributeText } from './useAttributeText.ts'
import { useSourceLabels } from './useSourceLabels.ts'
import { WorkingHours } from './WorkingHours.tsx'
import type { useAttributeEditing } from './useAttributeEditing.ts'

export interface DetailsTabProps {
  contact: Contact
  attributes: Attribute[]
  facting: ReturnType<typeof useAttributeEditing>
}

interface AttributeRowProps {
  contact: Contact
  attribute: Attribute
  canEdit: boolean
  facting: DetailsTabProps['facting']
}

/** One field: its value, and on click its editor. */
function AttributeRow({ contact, attribute, canEdit, facting }: AttributeRowProps) {
  const { t } = useLingui()
  const { editing, setEditing, save } = facting
  const attributeText = useAttributeText()
  const keeper = keeperOf(contact, attribute.name)
  const value = valueOf(contact, attribute.name)
  const text = attributeText(attribute, value)
  const isEditing = editing?.contactId === contact.id && editing.name === attribute.name
  const button = useRef<HTMLButtonElement>(null)
  const isDueBack = useRef(false)
  useEffect(() => {
    if (isEditing || !isDueBack.current) return
    isDueBack.current = false
    button.current?.focus()
  }, [isEditing])
  const content = text ? (
    <bdi {...(attribute.kind === 'tel' && { dir: 'ltr' })}>{text}</bdi>
  ) : (
    <span className={classes.none}>{canEdit && !keeper ? t`Add` : t`None`}</span>
  )
  return (
    <div className={classes.row}>
      <dt translate={attribute.field ? 'no' : undefined}>{attribute.label}</dt>
      <dd data-copies={(attribute.kind === 'tel' && text !== '' && !isEditing) || undefined}>
        {isEditing && (
          <AttributeEditor
            attribute={attribute}
            value={value}
            {...(editing.draft !== undefined && { draft: editing.draft })}
            {...(editing.refusal && { refusal: editing.refusal })}
            onCommit={(next, withKey) => {
              isDueBack.current = withKey
              void save(contact, attribute, next)
            }}
            onCancel={() => {
              isDueBack.current = true
              setEditing(undefined)
            }}
            onShare={(next) => void save(contact, attribute, next, true)}
          />
        )}
        {!isEditing && (keeper !== undefined || !canEdit) && (
          <div className={classes.value}>
            {content}
            {keeper !== undefined && <ManagedBy keeper={keeper} />}
          </div>
        )}
        {!isEditing && keeper === undefined && canEdit && (
          <UnstyledButton
            ref={button}
            className={classes.value}
            aria-label={text ? t`${attribute.label}: ${text}` : t`Add ${attribute.label}`}
            onClick={() => setEditing({ contactId: contact.id, name: attribute.name })}
          >
            {content}
            <IconPencil size={14} stroke={1.75} className={classes.pencil} aria-hidden />
          </UnstyledButton>
        )}
        {!isEditing && attribute.kind === 'tel' && text !== '' && <CopyButton display={text} />}
      </dd>
    </div>
  )
}

/** Shows the fields of a contact; a click on a row edits it, and it saves automatically. */
export function DetailsTab({ contact, attributes, facting }: DetailsTabProps) {
  const canEdit = useCan('contacts.edit') && !contact.archived
  const sources = useSourceLabels()
  const customAttributes = attributes.filter(({ kind }) => kind === 'custom')
  const rows = (list: Attribute[]) =>
    list.map((attribute) => (
      <AttributeRow key={attribute.name} contact={contact} attribute={attribute} canEdit={canEdit} facting={facting} />
    ))
  return (
    <>
      <MergedNote contactId={contact.id} />
      {canEdit && <PossibleDuplicates contactId={contact.id} />}
      {contact.sharesPhone && (
        <p className={classes.none}>
          <Trans>Another contact shares this number. Replies show up in their conversation.</Trans>
        </p>
      )}
      <dl className={classes.rows}>{rows(attributes.filter(({ kind }) => kind !== 'custom'))}</dl>
      {customAttributes.length > 0 && (
        <>
          <h3 className={classes.heading}>
            <Trans>Custom fields</Trans>
          </h3>
          <dl className={classes.rows}>{rows(customAttributes)}</dl>
        </>
      )}
      <WorkingHours contactId={contact.id} canEdit={canEdit} />
      <NamingSetting contactId={contact.id} canEdit={canEdit} />
      <p className={classes.none}>
        <Trans>Added</Trans> <RelativeTime at={contact.createdAt} /> · {sources[contact.source]}
      </p>
    </>
  )
}
