declare module '@20minutes/s3rver' {
  interface Context {
    path: string;
    app: object;
  }

  export default class ObjectStore {
    constructor(options: object);
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<{ port: number }>;
  }
}
