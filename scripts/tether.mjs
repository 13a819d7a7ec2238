// Loaded into the server before its main file. The server runs outside the terminal's process group; when its parent
// exits, even if killed, it shuts down instead of staying behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
