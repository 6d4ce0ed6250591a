import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { CloseAsksContext, useCloseAsks } from '../../shared/ui/overlay/close-asks.ts'
import classes from './Consent.module.css'
import { OptOutListForm } from './OptOutListForm.tsx'
import type { AddedOptOuts } from './useAddOptOuts.ts'

export interface AddOptOutsProps {
  isOpen: boolean
  onClose: () => void
}

/** Adds opted-out numbers, pasted or from a file, and shows the result of each line. */
export function AddOptOuts({ isOpen, onClose }: AddOptOutsProps) {
  const { t } = useLingui()
  const [added, setAdded] = useState<AddedOptOuts>()
  const close = () => {
    setAdded(undefined)
    onClose()
  }
  const asking = useCloseAsks(close)
  return (
    <Dialog
      opened={isOpen}
      onClose={asking.close}
      title={t`Add numbers to the opt-out list`}
      size={520}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <CloseAsksContext value={asking.setAsks}>
        {isOpen &&
          (added ? <Result added={added} onClose={close} /> : <OptOutListForm onAdded={setAdded} onClose={close} />)}
      </CloseAsksContext>
    </Dialog>
  )
}

function Result({ added: { added, already, invalid }, onClose }: { added: AddedOptOuts; onClose: () => void }) {
  const bad = invalid.length
  return (
    <div role="status">
      <Text>
        <Plural value={added} one="# number added." other="# numbers added." />{' '}
        {already > 0 && <Plural value={already} one="# was already on the list." other="# were already on the list." />}
      </Text>
      {bad > 0 && (
        <>
          <Text mt="sm">
            <Plural value={bad} one="# row isn't a phone number:" other="# rows aren't phone numbers:" />
          </Text>
          <ul className={classes.bad} tabIndex={0}>
            {invalid.map(({ row, text }) => (
              <li key={row}>
                <span>
                  <Trans>Row {row}</Trans>
                </span>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </div>
  )
}
