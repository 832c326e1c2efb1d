import {createElement} from 'react';
import {Pressability} from 'react-native/Libraries/Pressability/Pressability';
import {checkout} from './cart';

// The shop's only screen: one button that sends the cart.
export function App(props) {
  const onPress = () => {
    checkout(props.cart, props.send); // CALL: onPress
  };
  return createElement('button', new Pressability({onPress}).handlers());
}
