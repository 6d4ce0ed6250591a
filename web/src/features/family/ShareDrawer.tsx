import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCustomFields } from '../fields/index.ts'
import { useGroupValues } from '../groups/index.ts'
import { useShareDownMutation } from './api.ts'
import classes from './Family.module.css'

export interface ShareDrawerProps {
  family: Reply<'readFamily'>
  isOpen: boolean
  onClose: () => void
}

/** Chooses what to share, and with which child organizations. */
export function ShareDrawer({ family, isOpen, onClose }: ShareDrawerProps) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const fields = useCustomFields()
  const { data: groups = [] } = useGroupValues()
  const [chosen, setChosen] = useState<string | null>(null)
  const [children, setChildren] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const [shareDown, { isLoading }] = useShareDownMutation()
  const shared = new Set(family.shares.map(({ objectId }) => objectId))
  const data = [
    {
      group: t`Custom fields`,
      items: fields
        .filter(({ id, managedBy }) => managedBy === null && !shared.has(id))
        .map(({ id, name }) => ({ value: `field ${id}`, label: name })),
    },
    {
      group: t`Smart groups`,
      items: groups
        .filter(({ id, type }) => type === 'dynamic' && !shared.has(id))
        .map(({ id, name }) => ({ value: `group ${id}`, label: name })),
    },
  ].filter(({ items }) => items.length > 0)

  async function share(): Promise<void> {
    const [kind, objectId] = (chosen ?? '').split(' ')
    if (!objectId) return setProblem(t`Choose a field or a group.`)
    const { data: answer, error } = await shareDown({
      kind: kind === 'field' ? 'field' : 'group',
      objectId,
      childIds: children,
    })
    if (error) return setProblem(describeError(error))
    const { name, problems } = answer.share
    if (problems.length > 0)
      toast.api({ title: name, message: t`Couldn't share with every sub-organization. See why in the list.` }, 'ERROR')
    else toast.api({ title: name, message: t`Shared.` }, 'OK')
    setChosen(null)
    setChildren([])
    onClose()
  }
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Share with sub-organizations`}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void share()
        }}
      >
        <Select
          label={t`What to share`}
          description={t`Share fields first, then the groups whose rules use them.`}
          placeholder={t`Choose a field or a group`}
          data={data}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setProblem('')
          }}
          searchable
          nothingFoundMessage={t`No matches`}
          error={problem}
          data-autofocus
        />
        <Checkbox.Group
          label={t`To`}
          description={t`If you choose none, it's shared with all sub-organizations, including future ones.`}
          value={children}
          onChange={setChildren}
        >
          {family.children.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} mt="xs" />
          ))}
        </Checkbox.Group>
        <div className={classes.acts}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isLoading}>
            <Trans>Share with sub-organizations</Trans>
          </Button>
        </div>
      </form>
    </RecordDrawer>
  )
}
