import { BROADCAST_CONTACTS_MAX } from '@crewline/contract/broadcast-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { FilterChip } from '../../../../shared/ui/table/FilterChip.tsx'
import { FilterChips, useFilterFields } from '../../../filters/index.ts'
import { useGroupValues } from '../../../groups/index.ts'
import classes from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'
import { useFocusReturn } from '../useFocusReturn.ts'
import { GroupSelect } from './GroupSelect.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import { usePartText } from './usePartText.ts'

const PasteNumbers = lazy(async () => ({ default: (await import('./PasteNumbers.tsx')).PasteNumbers }))

/** Chooses the people: everyone, or groups, a filter, single people and pasted numbers together. */
export function WhoGetsIt({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const { audience } = draft.content
  const { everyone, groupIds, filter, contactIds, partOf } = audience
  const mayReadGroups = useCan('groups.read')
  const { data: groups } = useGroupValues({ skip: !mayReadGroups })
  const fields = useFilterFields(groups)
  const describePart = usePartText()
  const [isPasting, setPasting] = useState(false)
  const rememberFocus = useFocusReturn(isPasting)
  const addContacts = (ids: string[]) =>
    draft.changeAudience({ contactIds: [...new Set([...contactIds, ...ids])].slice(0, BROADCAST_CONTACTS_MAX) })
  return (
    <div className={classes.choices}>
      <Checkbox
        checked={everyone}
        onChange={(event) => draft.changeAudience({ everyone: event.currentTarget.checked })}
        label={t`Everyone`}
        description={t`All contacts you can see, including those added before it is sent`}
      />
      {!everyone && (
        <>
          <GroupSelect
            label={t`Groups`}
            groups={groups}
            chosen={groupIds}
            onChoose={(ids) => draft.changeAudience({ groupIds: ids })}
          />
          <div role="group" aria-label={t`People who match`}>
            <p className={classes.label}>
              <Trans>People who match</Trans>
            </p>
            <Group gap="xs">
              {partOf && (
                <FilterChip label={describePart(partOf)} onRemove={() => draft.changeAudience({ partOf: undefined })} />
              )}
              <FilterChips
                filter={filter}
                onChange={(next) => draft.changeAudience({ filter: next })}
                fields={fields}
              />
            </Group>
          </div>
          <PersonSelect
            label={t`Single people`}
            chosen={contactIds}
            onChoose={(ids) => draft.changeAudience({ contactIds: ids })}
          />
          <Button
            variant="default"
            size="xs"
            className={classes.ownLine ?? ''}
            leftSection={<IconClipboardList size={16} stroke={1.75} />}
            onClick={() => {
              rememberFocus()
              setPasting(true)
            }}
          >
            <Trans>Paste numbers</Trans>
          </Button>
        </>
      )}
      {draft.errors['audience'] && (
        <p className={classes.problem} role="alert">
          {draft.errors['audience']}
        </p>
      )}
      <Suspense fallback={null}>
        {isPasting && <PasteNumbers onAdd={addContacts} onClose={() => setPasting(false)} />}
      </Suspense>
    </div>
  )
}
