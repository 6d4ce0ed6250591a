/** What a field needs of the form it stands in. */
export interface FormOf<Field extends string> {
  key: (field: Field) => string
  getInputProps: (field: Field) => object
}
