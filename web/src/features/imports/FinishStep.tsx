import type { Import } from '@crewline/contract/imports'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useGroupValues } from '../groups/index.ts'
import { useCommitImportMutation } from './api.ts'
import { comesIn } from './come-in.ts'
import classes from './Imports.module.css'
import { StepHead } from './StepHead.tsx'

function Summary({ one }: { one: Import }) {
  const { i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const { counts, options, columns } = one
  if (!counts) return null
  const { stays } = comesIn(counts)
  const joined = options.groupIds.flatMap((id) => groups?.find((group) => group.id === id)?.name ?? [])
  const names = new Intl.ListFormat(i18n.locale).format(joined)
  const fresh = new Intl.ListFormat(i18n.locale).format(columns.flatMap(({ newField }) => newField?.name ?? []))
  return (
    <ul className={classes.summary}>
      <li>
        <Plural value={counts.new} one="# person will be added." other="# people will be added." />
      </li>
      <li>
        <Plural value={counts.update} one="# person will be updated." other="# people will be updated." />
      </li>
      {counts.unchanged > 0 && (
        <li>
          <Plural value={counts.unchanged} one="# person stays as they are." other="# people stay as they are." />
        </li>
      )}
      {stays > 0 && (
        <li>
          <Plural
            value={stays}
            one="# row will be skipped. You can download it with what is wrong."
            other="# rows will be skipped. You can download them with what is wrong."
          />
        </li>
      )}
      {counts.optedOut > 0 && (
        <li>
          <Plural
            value={counts.optedOut}
            one="# of them opted out. They come in and get no texts."
            other="# of them opted out. They come in and get no texts."
          />
        </li>
      )}
      {counts.landline > 0 && (
        <li>
          <Plural
            value={counts.landline}
            one="# of them has a landline, which can't get texts."
            other="# of them have a landline, which can't get texts."
          />
        </li>
      )}
      {joined.length > 0 && (
        <li>
          <Trans>They join {names}.</Trans>
        </li>
      )}
      {fresh !== '' && (
        <li>
          <Trans>New fields: {fresh}.</Trans>
        </li>
      )}
    </ul>
  )
}

/** What will happen in numbers, the promise that these people agreed, and the button that brings them in. */
export function FinishStep({ one, onBack }: { one: Import; onBack: () => void }) {
  const { t, i18n } = useLingui()
  const wordsFor = useRefusalWords()
  const [commit, { isLoading }] = useCommitImportMutation()
  const [isAgreed, setAgreed] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const [refusal, setRefusal] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const { comes, stays, isAny } = one.counts ? comesIn(one.counts) : { comes: 0, stays: 0, isAny: false }
  const left = i18n.number(stays)

  async function bringIn(): Promise<void> {
    if (!isAgreed) {
      setMissed(true)
      box.current?.focus()
      return
    }
    const { error } = await commit(one.id)
    setRefusal(error ? wordsFor(error) : '')
  }
  const label =
    comes === 0 ? t`Import now` : plural(comes, { one: 'Import # person now', other: 'Import # people now' })
  return (
    <section className={classes.card} data-narrow>
      <StepHead title={t`Finish`} />
      <Summary one={one} />
      <Checkbox
        ref={box}
        className={classes.consent ?? ''}
        label={t`These people agreed to get texts from us`}
        description={t`They gave you their mobile number and said that you may text them about work. We keep who said so and when.`}
        checked={isAgreed}
        required
        onChange={(event) => {
          setAgreed(event.currentTarget.checked)
          setMissed(false)
        }}
        error={isMissed && t`Tick this to go on. Without their consent you cannot text them.`}
      />
      {refusal !== '' && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <p className={classes.quiet}>
        <Trans>You can undo the import for 24 hours.</Trans>
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button loading={isLoading} disabled={!isAny} onClick={() => void bringIn()}>
          {stays > 0 ? t`${label}, skip ${left}` : label}
        </Button>
      </div>
    </section>
  )
}
