/** Stands for what could not be read without a network. It is read as soon as there is one. */
export const Offline = () => (
  <div class="notice" role="status">
    <h2>You are offline</h2>
    <p>This appears as soon as the network is back. Nothing that you have entered is lost.</p>
  </div>
)
