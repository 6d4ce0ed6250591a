import { TAG_NAME_MAX } from '@crewline/contract/limits'
import type { Tag } from '@crewline/contract/tags'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, ScrollArea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useCreateTagMutation, useInboxTagsQuery } from '../state/related-api.ts'
import classes from './Choices.module.css'
import { TagDot } from './TagDot.tsx'

export interface TagChoicesProps {
  /** Ids of the selected tags. */
  chosen: readonly string[]
  onTag: (tag: Tag, isOn: boolean) => void
  /** Whether a new tag can be created here. */
  canCreate?: boolean
  /** Maximum number of selected tags; no more are offered then. */
  most?: number
}

/** Lists the tags to add or remove, with a way to create one. For a Popover. */
export default function TagChoices({ chosen, onTag, canCreate = false, most = Infinity }: TagChoicesProps) {
  const { t } = useLingui()
  const { data: tags = [], isLoading } = useInboxTagsQuery()
  const [create, { isLoading: isCreating }] = useCreateTagMutation()
  const messageFor = useErrorText()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const name = typed.trim()
  const terms = name.toLocaleLowerCase()
  const matchingTags = tags.filter((tag) => tag.name.toLocaleLowerCase().includes(terms))
  const isFull = chosen.length >= most
  const isNew = canCreate && !isFull && name !== '' && !tags.some((tag) => tag.name.toLocaleLowerCase() === terms)

  async function add(): Promise<void> {
    const { data, error } = await create({ name })
    if (data) onTag(data.tag, true)
    setRefusal(error ? messageFor(error) : '')
    if (data) setTyped('')
  }
  return (
    <div className={classes.tagsBox}>
      <TextInput
        size="xs"
        data-autofocus
        maxLength={TAG_NAME_MAX}
        aria-label={canCreate ? t`Find or create a tag` : t`Find a tag`}
        placeholder={canCreate ? t`Find or create a tag` : t`Find a tag`}
        value={typed}
        error={refusal || undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setRefusal('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isNew && !isCreating) void add()
        }}
      />
      {/* Always rendered, so that screen readers announce the text when it appears. */}
      <div className={isFull ? classes.quiet : undefined} role="status">
        {isFull && <Trans>A conversation can have up to {most} tags. Remove one first.</Trans>}
      </div>
      <ScrollArea.Autosize mah={280} mt="xs">
        {matchingTags.map((tag) => (
          <Checkbox
            key={tag.id}
            className={classes.choice ?? ''}
            checked={chosen.includes(tag.id)}
            disabled={isFull && !chosen.includes(tag.id)}
            onChange={(event) => onTag(tag, event.currentTarget.checked)}
            label={
              <span className={classes.tagName}>
                <TagDot color={tag.color} />
                <bdi>{tag.name}</bdi>
              </span>
            }
          />
        ))}
      </ScrollArea.Autosize>
      {matchingTags.length === 0 && !isNew && !isLoading && (
        <p className={classes.quiet}>
          {tags.length === 0 ? <Trans>No tags yet.</Trans> : <Trans>No matching tags.</Trans>}
        </p>
      )}
      {isNew && (
        <Button
          variant="subtle"
          size="xs"
          fullWidth
          justify="flex-start"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          loading={isCreating}
          onClick={() => void add()}
        >
          <Trans>Create tag “{name}”</Trans>
        </Button>
      )}
    </div>
  )
}
