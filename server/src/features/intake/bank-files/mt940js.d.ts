declare module 'mt940js/lib/tags.js' {
  interface StatementLineTag {
    fields: {
      date: Date;
      /** In dollars, below 0 when money left the account; reversals are turned around. */
      amount: number;
      reference: string;
      extraDetails: string;
    };
  }
  const tags: {
    TagFactory: new () => { createTag(id: '61', subId: '', data: string): StatementLineTag };
  };
  export default tags;
}
